import type { UnreadAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';

/** Kinds of the group admissionregistration that no webhook and no policy sees: a wrong one could otherwise not be repaired. */
const EXEMPT: ReadonlySet<string> = new Set([
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

export const isExempt = ({ definition: { gvk } }: UnreadAttributes, { groups }: Vocabulary): boolean =>
  gvk.group === groups.admissionregistration && EXEMPT.has(gvk.kind);
