import type { Vocabulary } from '@orch/vocabulary';
import type { RequestInfo } from '@orch/http';

/**
 * Whether the bodies of such requests hold secrets: Secret objects, and tokens that are created or
 * reviewed. They are recorded without bodies, whatever the policy says (decision 036).
 */
export const holdsSecrets = (
  { group, resource, subresource }: RequestInfo,
  { groups }: Pick<Vocabulary, 'groups'>,
): boolean =>
  (group === '' && resource === 'secrets') ||
  (group === '' && resource === 'serviceaccounts' && subresource === 'token') ||
  (group === groups.authentication && resource === 'tokenreviews');
