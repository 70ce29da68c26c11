import type { ReleaseGates, UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { isSignedBy } from '@orch/pki';
import type { PartReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { InvalidCredential, type TokenAuthenticator, type TokenIdentity } from '../authenticator.js';
import type { AccountTokenUse } from '../metrics/account-token-uses.js';
import type { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { parseCompactToken, type CompactToken } from './compact-token.js';
import type { SecretTokenDays } from './secret-token-days.js';
import { type UsedToken, noteUse } from './note-use.js';
import { TokenCache } from './token-cache.js';
import {
  audiencesOf,
  SERVICE_ACCOUNTS_GROUP,
  serviceAccountUserName,
  subjectOf,
  timesOf,
  type TokenSubject,
  warnAfterOf,
  type TokenTimes,
} from './token-claims.js';
import type { TokenKeys } from './token-keys.js';
import { isMarkedInvalid, whyRevoked } from './token-revocation.js';

/** Size of a cache generation of verified signatures: twice as many at most. */
const CACHED_TOKENS = 16_384;
const ACCOUNTS = { group: '', resource: 'serviceaccounts' };
/** Allowed clock skew of an issuing server. Unit: seconds. */
const CLOCK_SKEW_SECONDS = 60;

/** Dependencies of the authenticator. */
export interface ServiceAccountParts {
  readonly keys: TokenKeys;
  /** All accepted issuers. */
  readonly issuers: readonly string[];
  readonly lookup: boolean;
  readonly features: ReleaseGates;
  readonly reader: PartReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly metrics: Pick<AuthenticationMetrics, 'accountTokens' | 'tokenCache'>;
  /** Records uses of tokens in Secrets. */
  readonly secretTokens: Pick<SecretTokenDays, 'used'>;
}

/** A token with a valid signature. Its current validity is checked on every use. */
interface SignedToken extends TokenTimes, UsedToken {
  readonly user: UserInfo;
  /** Empty: valid for this server. */
  readonly audiences: readonly string[];
  /** The last result, and its audiences: usually the same as the next. */
  last?: { readonly requested: readonly string[]; readonly identity: TokenIdentity };
}

/**
 * Authenticates tokens of service accounts (B-022..B-029, D-026..D-042). A signature is verified once; times, and the
 * existence of account, Secret, pod and node, are checked on every use, so that a revoked token is rejected at once.
 */
export function serviceAccountAuthenticator(parts: ServiceAccountParts): TokenAuthenticator {
  const { keys, lookup, reader, vocabulary, clock } = parts;
  const { accountTokens, tokenCache } = parts.metrics;
  const group = vocabulary.groups.authentication;
  const marked = parts.features.enabled('LegacyServiceAccountTokenCleanUp')
    ? vocabulary.serviceAccountTokens.invalidSince
    : undefined;
  const issuers = new Set([...parts.issuers, vocabulary.serviceAccountTokens.legacyIssuer]);
  const recent = new TokenCache<SignedToken>(CACHED_TOKENS);
  return {
    name: 'serviceAccount',
    authenticateToken: (token, requested, requester) => {
      const key = recent.keyOf(token, requester);
      let signed = recent.get(key);
      if (!signed) {
        const parsed = parseCompactToken(token);
        if (!parsed || typeof parsed.claims['iss'] !== 'string' || !issuers.has(parsed.claims['iss'])) return undefined;
        signed = tokenCache.fetch(() => signedToken(parsed, keys, vocabulary));
        recent.put(key, signed, token.length);
      } else tokenCache.hit();
      const nowMs = clock.now();
      const { notBefore, expires } = signed;
      if (expires !== undefined && expires * 1_000 <= nowMs) {
        recent.delete(key);
        throw new InvalidCredential('service account token: it has expired');
      }
      if (notBefore !== undefined && (notBefore - CLOCK_SKEW_SECONDS) * 1_000 > nowMs) {
        throw new InvalidCredential('service account token: it is not good yet');
      }
      const revoked = lookup ? whyRevoked(signed.subject, token, reader, nowMs) : undefined;
      if (revoked !== undefined) throw new InvalidCredential(`service account token: ${revoked}`);
      const identity = identityFor(signed, requested);
      const { namespace, keptIn } = signed.subject;
      if (lookup && keptIn !== undefined) parts.secretTokens.used(namespace, keptIn);
      const isInvalid = lookup && marked !== undefined && isMarkedInvalid(signed.subject, reader, marked);
      const use = isInvalid ? 'invalidated' : useOf(signed, reader, nowMs);
      if (use !== undefined) {
        accountTokens.used(use);
        if (requester) noteUse(use, signed, nowMs, { requester, group });
      }
      if (isInvalid) throw new InvalidCredential('service account token: its secret is marked as invalid');
      return identity;
    },
  };
}

/** Undefined: of a token without a warning time, which is valid until it expires. */
function useOf({ subject, warnAfter }: SignedToken, reader: PartReader, nowMs: number): AccountTokenUse | undefined {
  const { keptIn, namespace, account } = subject;
  if (keptIn !== undefined)
    return namesSecret(reader.partOf(ACCOUNTS, namespace, account.name, ['secrets']), keptIn) ? 'automatic' : 'manual';
  if (warnAfter === undefined) return undefined;
  return warnAfter * 1_000 < nowMs ? 'stale' : 'valid';
}

/**
 * Whether the account lists the Secret: it was made for the account, not by a user.
 * @param secrets JSON text of object references, whose fields are all strings: a name is found in it without decoding.
 */
const namesSecret = (secrets: Buffer | undefined, name: string): boolean =>
  secrets?.includes(`"name":${JSON.stringify(name)}`) === true;

/** @throws InvalidCredential without a valid signature of our keys, or with unexpected claims. */
function signedToken(
  { header, claims, input, signature }: CompactToken,
  keys: TokenKeys,
  vocabulary: Vocabulary,
): SignedToken {
  // No critical headers are supported (RFC 7515, `crit`).
  const candidates = header['crit'] === undefined ? keys.candidates(header['alg'], header['kid']) : [];
  if (!candidates.some((key) => isSignedBy(key, input, signature))) {
    throw new InvalidCredential('service account token: signed with none of the keys');
  }
  const subject = subjectOf(claims, vocabulary);
  const isLegacy = subject?.keptIn !== undefined;
  const times = timesOf(claims, !isLegacy);
  const audiences = audiencesOf(claims);
  if (!subject || !times || !audiences || (audiences.length === 0 && !isLegacy)) {
    throw new InvalidCredential('service account token: it lacks claims, or they do not fit');
  }
  const warnAfter = warnAfterOf(claims, vocabulary);
  return { subject, ...times, warnAfter, audiences, user: userOf(subject, claims['jti'], vocabulary) };
}

/** B-028, B-029, D-031, D-032. */
function userOf({ namespace, account, pod, node }: TokenSubject, id: unknown, { userExtra }: Vocabulary): UserInfo {
  const extra: Record<string, string[]> = {};
  if (pod) {
    extra[userExtra.podName] = [pod.name];
    extra[userExtra.podUid] = [pod.uid];
  }
  if (node) {
    extra[userExtra.nodeName] = [node.name];
    if (node.uid !== '') extra[userExtra.nodeUid] = [node.uid];
  }
  if (typeof id === 'string' && id !== '') extra[userExtra.credentialId] = [`JTI=${id}`];
  return Object.freeze({
    username: serviceAccountUserName(namespace, account.name),
    uid: account.uid,
    groups: Object.freeze([SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${namespace}`]) as string[],
    ...(Object.keys(extra).length === 0 ? {} : { extra: Object.freeze(extra) }),
  });
}

/** @throws InvalidCredential when the token has none of the requested audiences (D-029). */
function identityFor(signed: SignedToken, requested: readonly string[]): TokenIdentity {
  if (signed.last?.requested === requested) return signed.last.identity;
  const { user, audiences } = signed;
  let identity: TokenIdentity = { user };
  if (audiences.length > 0) {
    const own = new Set(audiences); // each may have some ten thousand
    const named = requested.filter((audience) => own.has(audience));
    if (named.length === 0) throw new InvalidCredential('service account token: it is for other audiences');
    identity = { user, audiences: named };
  }
  signed.last = { requested, identity };
  return identity;
}
