import { Inject } from '@nestjs/common';
import { ApiError, Clock } from '@orch/apimachinery';
import { keyOf, keyText, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import {
  DONE,
  EventRecorder,
  InjectLister,
  InjectResourceClient,
  Reconciler,
  watch,
  type Result,
} from '@orch/controller-kit';
import { nodes, type Node } from '../shared/node.js';
import { disruptionTarget, pods, withCondition, type Pod } from '../shared/pod.js';
import { byNode, NODE_INDEX } from '../shared/pods-by-node.js';
import { waitUntil } from '../shared/wait-until.js';
import { evictingTaints, taintsDiffer, toleratedMs } from './plan.js';

/** Pods that are deleted at once. */
const WORKERS = 8;

const EVICTED = disruptionTarget('DeletionByTaintManager', 'Taint manager: deleting due to NoExecute taint');

/** A pod whose time on its node has begun to run. */
interface Scheduled {
  readonly pod: Pod;
  readonly atMs: number;
}

/** Deletes pods that do not tolerate the taints of their node. */
@Reconciler({
  name: 'taint-eviction',
  workers: WORKERS,
  // It remembers since when a pod is to be evicted.
  isSingle: true,
  watches: [
    watch(pods, {
      options: byNode,
      filter: ({ type, object, old }) => type !== 'updated' || isMoved(object, old),
    }),
    watch(nodes, {
      filter: ({ type, object, old }) => type !== 'deleted' && taintsDiffer(old, object),
      mapToKeys: ({ metadata }, informers) =>
        informers
          .lister(pods, byNode)
          .byIndex(NODE_INDEX, metadata.name ?? '')
          .map(keyOf),
    }),
  ],
})
export class TaintEvictionReconciler implements Reconciler {
  /** By key. */
  private readonly scheduled = new Map<string, Scheduled>();

  constructor(
    @InjectLister(pods, byNode) private readonly pods: Lister<Pod>,
    @InjectLister(nodes) private readonly nodes: Lister<Node>,
    @InjectResourceClient(pods) private readonly client: ResourceClient<Pod>,
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const pod = this.pods.get(key);
    if (!pod?.spec?.nodeName) return this.cancel(key);
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.scheduled.delete(keyText(key));
      return DONE;
    }
    const nowMs = this.clock.now();
    const atMs = this.evictionTime(key, pod, nowMs);
    if (atMs === undefined) return this.cancel(key);
    if (nowMs < atMs) {
      this.scheduled.set(keyText(key), { pod, atMs });
      return waitUntil(atMs, nowMs);
    }
    await this.evict(key, pod, signal);
    this.scheduled.delete(keyText(key));
    return DONE;
  }

  /** When to delete a pod; undefined: not at all. */
  private evictionTime(key: ObjectKey, pod: Pod, nowMs: number): number | undefined {
    const known = this.scheduled.get(keyText(key));
    const isSame = known?.pod.metadata.uid === pod.metadata.uid;
    const begunMs = isSame ? known?.atMs : undefined;
    const node = this.nodes.get({ namespace: '', name: pod.spec!.nodeName! });
    // The end of a node does not end the times that run.
    if (!node) return begunMs;
    const leftMs = toleratedMs(evictingTaints(node), pod.spec?.tolerations ?? []);
    if (leftMs === Infinity) return undefined;
    return leftMs === 0 ? nowMs : (begunMs ?? nowMs + leftMs);
  }

  private cancel(key: ObjectKey): typeof DONE {
    const known = this.scheduled.get(keyText(key));
    if (!known) return DONE;
    this.scheduled.delete(keyText(key));
    this.record(known.pod, 'Cancelling deletion of Pod');
    return DONE;
  }

  private async evict(key: ObjectKey, { metadata: { uid } }: Pod, signal: AbortSignal): Promise<void> {
    // Node agents write the status of pods often: the cached one may be old.
    const pod = await this.client.find(key, { signal });
    if (!pod || pod.metadata.uid !== uid || pod.metadata.deletionTimestamp !== undefined) return;
    this.record(pod, 'Marking for deletion Pod');
    const { conditions = [] } = pod.status ?? {};
    const marked = withCondition(conditions, EVICTED, this.clock.now());
    try {
      if (marked !== conditions) {
        await this.client.updateStatus({ ...pod, status: { ...pod.status, conditions: marked } }, { signal });
      }
    } catch (err) {
      if (err instanceof ApiError && err.reason === 'NotFound') return;
      throw err;
    }
    await this.client.deleteIfPresent(key, { ...(uid === undefined ? {} : { preconditions: { uid } }), signal });
  }

  private record(pod: Pod, what: string): void {
    this.events.record(pod, 'Normal', 'TaintManagerEviction', `${what} ${keyText(keyOf(pod))}`);
  }
}

/** Whether a pod came to a node, has other tolerations, or is being deleted. */
const isMoved = (pod: Pod, old: Pod | undefined): boolean =>
  pod.spec?.nodeName !== old?.spec?.nodeName ||
  pod.metadata.uid !== old?.metadata.uid ||
  pod.metadata.deletionTimestamp !== old?.metadata.deletionTimestamp ||
  JSON.stringify(pod.spec?.tolerations) !== JSON.stringify(old?.spec?.tolerations);
