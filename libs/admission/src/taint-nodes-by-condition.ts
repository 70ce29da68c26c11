import type { Node, Taint } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

const NO_SCHEDULE = 'NoSchedule';

/**
 * Keeps pods away from a node until it says that it is ready: a new node gets a taint, which goes with the condition
 * `Ready` and comes back when that turns false. Elsewhere a controller of its own takes it away; here the write that
 * reports the condition does, so that the two are never apart (decision 019).
 */
export const taintNodesByCondition = (vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'TaintNodesByCondition',
  handles: ({ definition: { gvr }, operation, subresource }) =>
    gvr.resource === 'nodes' &&
    gvr.group === '' &&
    (operation === 'CREATE' ? subresource === '' : operation === 'UPDATE' && subresource === 'status'),
  mutate: ({ operation, object }) => {
    const node = object as Node;
    const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    if (ready === 'True') return withTaint(node, vocabulary.taints.nodeNotReady, false);
    return ready === 'False' || operation === 'CREATE' ? withTaint(node, vocabulary.taints.nodeNotReady, true) : node;
  },
});

/** Taints of other effects are not its own. */
function withTaint(node: Node, key: string, wanted: boolean): Node {
  const taints = node.spec?.taints ?? [];
  const isOwn = (taint: Taint): boolean => taint.key === key && taint.effect === NO_SCHEDULE;
  if (taints.some(isOwn) === wanted) return node;
  const others = taints.filter((taint) => !isOwn(taint));
  const { taints: _before, ...spec } = node.spec ?? {};
  if (wanted) return { ...node, spec: { ...spec, taints: [...others, { key, effect: NO_SCHEDULE }] } };
  return { ...node, spec: others.length > 0 ? { ...spec, taints: others } : spec };
}
