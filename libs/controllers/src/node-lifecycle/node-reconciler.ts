import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { nodes, type Node } from '../shared/node.js';
import { writeTaints } from './node-writes.js';
import { missingOldLabels } from './old-labels.js';
import { schedulingTaints } from './taints.js';

/** Taints a node as its conditions say, and keeps old names of its labels. */
@Reconciler({ name: 'node-lifecycle', watches: [watch(nodes, { filter: ({ type }) => type !== 'deleted' })] })
export class NodeReconciler implements Reconciler {
  constructor(
    @InjectLister(nodes) private readonly nodes: Lister<Node>,
    @InjectResourceClient(nodes) private readonly client: ResourceClient<Node>,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const node = this.nodes.get(key);
    if (!node) return DONE;
    const change = schedulingTaints(node, this.vocabulary.taints);
    const written = await writeTaints(this.client, node, change, this.clock.now(), signal);
    const labels = written && missingOldLabels(written, this.vocabulary.labels);
    if (labels) await this.client.patch(key, 'merge', { metadata: { uid: node.metadata.uid, labels } }, { signal });
    return DONE;
  }
}
