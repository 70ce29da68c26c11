import type { Vocabulary } from '@orch/vocabulary';
import { accountUidOf, type Secret, type ServiceAccount } from './token-secret.js';

/** Action for one token Secret. */
export type SecretPlan =
  | { readonly action: 'keep' }
  | { readonly action: 'delete' }
  | { readonly action: 'fill'; readonly secret: Secret };

/**
 * Deletes the Secret of an account that was deleted or recreated (D-041), adds missing data (D-040). An existing token is kept,
 * whatever key signed it.
 * @param account as read from the server, undefined when it does not exist.
 * @param rootCaPem certificates by which clients verify the server; undefined while there are none.
 * @param sign creates the token; called when the Secret has none.
 */
export function planSecret(
  secret: Secret,
  account: ServiceAccount | undefined,
  rootCaPem: string | undefined,
  vocabulary: Vocabulary,
  sign: (claims: object) => string,
): SecretPlan {
  const { namespace = '', name = '' } = secret.metadata;
  if (!account || account.metadata.deletionTimestamp !== undefined) return { action: 'delete' };
  const { name: accountName = '', uid = '' } = account.metadata;
  const writtenUid = accountUidOf(secret, vocabulary);
  if (writtenUid !== undefined && writtenUid !== uid) return { action: 'delete' };
  const data: Record<string, string> = {};
  if (!secret.data?.['token']) {
    data['token'] = base64(sign(legacyClaims({ namespace, secret: name, account: accountName, uid }, vocabulary)));
  }
  if (rootCaPem !== undefined && secret.data?.['ca.crt'] !== base64(rootCaPem)) data['ca.crt'] = base64(rootCaPem);
  if (secret.data?.['namespace'] !== base64(namespace)) data['namespace'] = base64(namespace);
  if (Object.keys(data).length === 0 && writtenUid === uid) return { action: 'keep' };
  const annotations = { ...secret.metadata.annotations, [vocabulary.annotations.serviceAccountUid]: uid };
  return {
    action: 'fill',
    secret: { ...secret, metadata: { ...secret.metadata, annotations }, data: { ...secret.data, ...data } },
  };
}

/** Claims of a token that is valid as long as its Secret exists (D-042). */
function legacyClaims(
  of: { readonly namespace: string; readonly secret: string; readonly account: string; readonly uid: string },
  { serviceAccountTokens: { legacyIssuer, legacyClaimPrefix } }: Vocabulary,
): object {
  return {
    iss: legacyIssuer,
    [`${legacyClaimPrefix}namespace`]: of.namespace,
    [`${legacyClaimPrefix}secret.name`]: of.secret,
    [`${legacyClaimPrefix}service-account.name`]: of.account,
    [`${legacyClaimPrefix}service-account.uid`]: of.uid,
    sub: `system:serviceaccount:${of.namespace}:${of.account}`,
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
