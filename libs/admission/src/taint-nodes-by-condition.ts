import type { Node, Taint } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

const NO_SCHEDULE = 'NoSchedule';

/**
 * Keeps pods off a node until it is ready: a new node gets a taint, which is removed when a status write makes the condition `Ready` true
 * and added again when it is false. In Kubernetes a separate controller removes it; here the write of the condition does,
 * so that condition and taint never disagree (decision 019).
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
    if (operation === 'CREATE' || ready === 'False') return withTaint(node, vocabulary.taints.nodeNotReady, true);
    return ready === 'True' ? withTaint(node, vocabulary.taints.nodeNotReady, false) : node;
  },
});

/** Taints with other effects are left alone. */
function withTaint(node: Node, key: string, wanted: boolean): Node {
  const taints = node.spec?.taints ?? [];
  const isOwn = (taint: Taint): boolean => taint.key === key && taint.effect === NO_SCHEDULE;
  if (taints.some(isOwn) === wanted) return node;
  const others = taints.filter((taint) => !isOwn(taint));
  const { taints: _before, ...spec } = node.spec ?? {};
  if (wanted) return { ...node, spec: { ...spec, taints: [...others, { key, effect: NO_SCHEDULE }] } };
  return { ...node, spec: others.length > 0 ? { ...spec, taints: others } : spec };
}
