import { parseTimeMs } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ObjectKey, type ResourceLike } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';

export interface Secret extends HasMetadata {
  readonly type?: string;
  /** Base64 by key. */
  readonly data?: Readonly<Record<string, string>>;
}

export const secrets: ResourceLike<Secret> = builtinResources.secrets;

const NAME_PREFIX = 'bootstrap-token-';
const TOKEN_ID = /^[a-z0-9]{6}$/;
const TOKEN_SECRET = /^[a-z0-9]{16}$/;

/** Namespace and selector of bootstrap tokens. Source. */
export const bootstrapTokenSelection = (vocabulary: Vocabulary) => ({
  namespace: vocabulary.namespaces.system,
  fieldSelector: `type=${vocabulary.secretTypes.bootstrapToken}`,
});

/** Whether a Secret has the type and namespace of bootstrap tokens; its token may be unusable. */
export const isBootstrapTokenSecret = (secret: Secret, vocabulary: Vocabulary): boolean =>
  secret.type === vocabulary.secretTypes.bootstrapToken && secret.metadata.namespace === vocabulary.namespaces.system;

/**
 * Expiration of a token: milliseconds since 1970; `never` without an `expiration`; `unreadable` when it is not an RFC 3339
 * time, which counts as expired wherever the token is used. Source: A-270, D-024.
 */
export function tokenExpiration(secret: Secret): number | 'never' | 'unreadable' {
  const text = field(secret, 'expiration');
  return text === undefined || text === '' ? 'never' : (parseTimeMs(text) ?? 'unreadable');
}

/** A token for signing, with its secret: keep it in memory only. */
export interface SigningToken {
  readonly id: string;
  /** `<id>.<secret>`, the key of the signature. */
  readonly text: string;
  /** Milliseconds since 1970; undefined: never. */
  readonly expiresMs: number | undefined;
}

/**
 * The token of a Secret, if it may sign at `nowMs`. Undefined for a malformed Secret.
 * Source: A-264..A-268, A-271, A-273, C-157.
 */
export function signingToken(secret: Secret, vocabulary: Vocabulary, nowMs: number): SigningToken | undefined {
  const id = field(secret, 'token-id') ?? '';
  const tokenSecret = field(secret, 'token-secret') ?? '';
  const wellFormed =
    isBootstrapTokenSecret(secret, vocabulary) &&
    secret.metadata.deletionTimestamp === undefined &&
    TOKEN_ID.test(id) &&
    TOKEN_SECRET.test(tokenSecret) &&
    secret.metadata.name === NAME_PREFIX + id &&
    field(secret, 'usage-bootstrap-signing') === 'true';
  const expiration = tokenExpiration(secret);
  if (!wellFormed || expiration === 'unreadable' || (expiration !== 'never' && expiration <= nowMs)) return undefined;
  return { id, text: `${id}.${tokenSecret}`, expiresMs: expiration === 'never' ? undefined : expiration };
}

/** ConfigMap of the signed client configuration. Source: A-277. */
export const clusterInfoKey = (vocabulary: Vocabulary): ObjectKey => ({
  namespace: vocabulary.namespaces.public,
  name: 'cluster-info',
});

function field(secret: Secret, key: string): string | undefined {
  const value = secret.data !== undefined && Object.hasOwn(secret.data, key) ? secret.data[key] : undefined;
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8');
}
