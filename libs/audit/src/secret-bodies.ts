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

const TOKEN_KINDS = ['TokenReview', 'TokenRequest'];

/**
 * Whether a body is of a kind that holds secrets, or a list that may have such objects, also at the path of another kind, and in an array.
 * Without an `apiVersion` the kind decides.
 */
export function isSecretKind(body: unknown, vocabulary: Pick<Vocabulary, 'groups'>): boolean {
  return Array.isArray(body)
    ? body.some((item) => isKindOfSecrets(item, vocabulary))
    : isKindOfSecrets(body, vocabulary);
}

function isKindOfSecrets(body: unknown, { groups }: Pick<Vocabulary, 'groups'>): boolean {
  const { apiVersion, kind } = (body ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  if (typeof kind !== 'string') return false;
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  if (group === '') return ['Secret', 'SecretList', 'List', ...TOKEN_KINDS].includes(kind);
  return group === groups.authentication && TOKEN_KINDS.includes(kind);
}
