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

/** Reviews of tokens and of access: policies do not see them, since a wrong one could break the cluster. */
export const isReview = ({ definition: { gvk } }: UnreadAttributes, { groups }: Vocabulary): boolean =>
  gvk.group === groups.authentication || gvk.group === groups.authorization;

export const isExempt = (
  { definition: { gvk } }: Pick<UnreadAttributes, 'definition'>,
  { groups }: Vocabulary,
): boolean => gvk.group === groups.admissionregistration && EXEMPT.has(gvk.kind);
