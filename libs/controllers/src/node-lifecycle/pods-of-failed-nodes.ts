import { Inject } from '@nestjs/common';
import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import {
  DONE,
  EventRecorder,
  InjectLister,
  InjectResourceClient,
  Reconciler,
  watch,
  type Result,
} from '@orch/controller-kit';
import { conditionOf, nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';
import { markNotReady } from './not-ready-pods.js';

/** Marks pods that came to a node after it had failed. */
@Reconciler({
  name: 'pods-of-failed-nodes',
  watches: [
    watch(pods, {
      filter: ({ type, object, old }) =>
        type !== 'deleted' && Boolean(object.spec?.nodeName) && object.spec?.nodeName !== old?.spec?.nodeName,
    }),
  ],
})
export class PodsOfFailedNodesReconciler implements Reconciler {
  constructor(
    @InjectLister(pods) private readonly pods: Lister<Pod>,
    @InjectLister(nodes) private readonly nodes: Lister<Node>,
    @InjectResourceClient(pods) private readonly client: ResourceClient<Pod>,
    @Inject(EventRecorder) private readonly events: Pick<EventRecorder, 'record'>,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const pod = this.pods.get(key);
    const node = pod?.spec?.nodeName && this.nodes.get({ namespace: '', name: pod.spec.nodeName });
    const ready = node && conditionOf(node, 'Ready')?.status;
    // A node without the condition is new: the next pass over nodes decides.
    if (!pod || !ready || ready === 'True') return DONE;
    await markNotReady(pod, this.client, this.events, this.clock.now(), signal);
    return DONE;
  }
}
