import { withNoScheduleTaint, type Node } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';

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
    if (operation === 'CREATE' || ready === 'False')
      return withNoScheduleTaint(node, vocabulary.taints.nodeNotReady, true);
    return ready === 'True' ? withNoScheduleTaint(node, vocabulary.taints.nodeNotReady, false) : node;
  },
});
