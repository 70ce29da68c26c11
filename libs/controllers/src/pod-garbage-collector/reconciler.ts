import { ApiError, type Clock } from '@orch/apimachinery';
import { keyOf, type Client, type Lister, type ObjectKey } from '@orch/client';
import { inTurns, Reconciler, watch, type Logger, type Result, type SourcedReconciler } from '@orch/controller-kit';
import { of } from 'rxjs';
import { nodes, type Node } from '../shared/node.js';
import { disruptionTarget, pods, withCondition, type Pod, type PodCondition } from '../shared/pod.js';
import { MissingNodes } from './missing-nodes.js';
import { hasEnded, isStranded, planCollection, type CollectionOptions } from './plan.js';

/** Interval of the passes over all pods. Unit: milliseconds. */
const PERIOD_MS = 20_000;

/** Nodes that are read at once, and pods that are deleted at once. */
const CONCURRENT_REQUESTS = 10;

/** The pass over all pods: there is one key. */
const PASS: ObjectKey = { namespace: '', name: 'pods' };

const NODE_GONE = disruptionTarget('DeletionByPodGC', 'PodGC: node no longer exists');

/** Deletes pods that no node agent will delete, in passes over the cache: periodic ones, and one when a pod is stranded. */
@Reconciler({
  name: 'pod-garbage-collector',
  watches: [
    watch(pods, {
      filter: ({ object, old, type }) => type !== 'deleted' && isStranded(object) && !(old && isStranded(old)),
      mapToKeys: () => [PASS],
    }),
  ],
  backoff: { firstMs: 1_000, maxMs: PERIOD_MS },
})
export class PodGarbageCollector implements SourcedReconciler {
  readonly keys$ = of(PASS);
  readonly synced = Promise.resolve();
  private readonly missing = new MissingNodes();
  /** Objects of the cache whose delete was sent: finalizers keep them, and another delete of the same state changes nothing. */
  private readonly deleted = new WeakSet<Pod>();

  constructor(
    private readonly cached: { readonly pods: Lister<Pod>; readonly nodes: Lister<Node> },
    private readonly client: Pick<Client, 'resource'>,
    private readonly options: CollectionOptions,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async reconcile(_key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const nodeOf = (name: string): Node | undefined => this.cached.nodes.get({ namespace: '', name });
    const plan = planCollection(this.cached.pods.list(), nodeOf, this.options);
    const { deletes, orphans } = await inTurns(plan, signal);
    const failures = await this.deleteAll(deletes, undefined, signal);
    const due = this.missing.due(new Set(orphans.keys()), this.clock.now());
    while (due.length > 0) {
      const gone = await this.goneOf(due.splice(0, CONCURRENT_REQUESTS), signal);
      const stranded = gone.flatMap((name) => orphans.get(name)!);
      failures.push(...(await this.deleteAll(stranded, NODE_GONE, signal)));
    }
    if (failures.length > 0) throw failures[0];
    return { requeueAfterMs: PERIOD_MS };
  }

  /** The nodes that the server does not have, either: the cache may lack some that it has. */
  private async goneOf(names: readonly string[], signal: AbortSignal): Promise<string[]> {
    const client = this.client.resource(nodes);
    const found = await Promise.all(names.map((name) => client.find({ namespace: '', name }, { signal })));
    return names.filter((_name, at) => found[at] === undefined);
  }

  /** @returns the failures. */
  private async deleteAll(
    all: readonly Pod[],
    condition: PodCondition | undefined,
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const failures: unknown[] = [];
    const left = all.values();
    const work = async (): Promise<void> => {
      for (const pod of left) {
        if (signal.aborted) return;
        if (this.deleted.has(pod)) continue;
        try {
          await this.markAndDelete(pod, condition, signal);
          this.deleted.add(pod);
        } catch (error) {
          this.logger.warn('could not delete a pod', { pod: keyOf(pod), error });
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENT_REQUESTS, all.length) }, work));
    return failures;
  }

  private async markAndDelete(pod: Pod, condition: PodCondition | undefined, signal: AbortSignal): Promise<void> {
    const client = this.client.resource(pods);
    const { uid, resourceVersion } = pod.metadata;
    if (!hasEnded(pod)) {
      const { conditions = [] } = pod.status ?? {};
      const marked = condition ? withCondition(conditions, condition, this.clock.now()) : conditions;
      const status = { phase: 'Failed', ...(marked.length > 0 ? { conditions: marked } : {}) };
      try {
        // With the resourceVersion that was read: a pod that lives after all is looked at again. A patch: the cache has not all of the pod.
        await client
          .subresource('status')
          .patch(keyOf(pod), 'merge', { metadata: { uid, resourceVersion }, status }, { signal });
      } catch (err) {
        if (err instanceof ApiError && err.reason === 'NotFound') return;
        throw err;
      }
    }
    await client.deleteIfPresent(keyOf(pod), {
      gracePeriodSeconds: 0,
      ...(uid === undefined ? {} : { preconditions: { uid } }),
      signal,
    });
  }
}
