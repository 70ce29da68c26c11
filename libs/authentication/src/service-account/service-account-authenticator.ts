import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import { isSignedBy } from '@orch/pki';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { InvalidCredential, type TokenAuthenticator, type TokenIdentity } from '../authenticator.js';
import { parseCompactToken, type CompactToken } from './compact-token.js';
import { TokenCache } from './token-cache.js';
import {
  audiencesOf,
  SERVICE_ACCOUNTS_GROUP,
  serviceAccountUserName,
  subjectOf,
  timesOf,
  type TokenSubject,
  type TokenTimes,
} from './token-claims.js';
import type { TokenKeys } from './token-keys.js';
import { whyRevoked } from './token-standing.js';

/** Tokens whose signature is remembered: twice as many at most. */
const REMEMBERED_TOKENS = 8_192;
/** How far the clock of a server that issued a token may be ahead. Unit: seconds. */
const CLOCK_SKEW_SECONDS = 60;

/** What is asked to judge tokens. */
export interface ServiceAccountParts {
  readonly keys: TokenKeys;
  /** All that are taken. */
  readonly issuers: readonly string[];
  readonly lookup: boolean;
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
}

/** A token whose signature is good. Whether it is now is asked on every use. */
interface SignedToken extends TokenTimes {
  readonly subject: TokenSubject;
  readonly user: UserInfo;
  /** Empty: for this server, whatever it calls itself. */
  readonly audiences: readonly string[];
  /** The last answer, and for whom it was: mostly the same as the next. */
  last?: { readonly asked: readonly string[]; readonly identity: TokenIdentity };
}

/**
 * Knows tokens of service accounts (B-022..B-029, D-026..D-042). A signature is checked once; times, and that account, Secret, pod
 * and node are there, on every use, so that what is revoked is refused at once.
 */
export function serviceAccountAuthenticator(parts: ServiceAccountParts): TokenAuthenticator {
  const { keys, lookup, reader, vocabulary, clock } = parts;
  const issuers = new Set([...parts.issuers, vocabulary.serviceAccountTokens.legacyIssuer]);
  const recent = new TokenCache<SignedToken>(REMEMBERED_TOKENS);
  return {
    name: 'serviceAccount',
    authenticateToken: (token, asked) => {
      const key = recent.keyOf(token);
      let signed = recent.get(key);
      if (!signed) {
        const parsed = parseCompactToken(token);
        if (!parsed || typeof parsed.claims['iss'] !== 'string' || !issuers.has(parsed.claims['iss'])) return undefined;
        signed = signedToken(parsed, keys, vocabulary);
        recent.put(key, signed);
      }
      const nowMs = clock.now();
      const { notBefore, expires } = signed;
      if (expires !== undefined && expires * 1_000 <= nowMs) {
        recent.forget(key);
        throw new InvalidCredential('service account token: it has expired');
      }
      if (notBefore !== undefined && (notBefore - CLOCK_SKEW_SECONDS) * 1_000 > nowMs) {
        throw new InvalidCredential('service account token: it is not good yet');
      }
      const revoked = lookup ? whyRevoked(signed.subject, token, reader, nowMs) : undefined;
      if (revoked !== undefined) throw new InvalidCredential(`service account token: ${revoked}`);
      return identityFor(signed, asked);
    },
  };
}

/** @throws InvalidCredential when nobody we know has signed it, or it does not say what such tokens say. */
function signedToken(
  { header, claims, input, signature }: CompactToken,
  keys: TokenKeys,
  vocabulary: Vocabulary,
): SignedToken {
  // What must be understood (RFC 7515, `crit`) nobody here does.
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
  return { subject, ...times, audiences, user: userOf(subject, claims['jti'], vocabulary) };
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
    extra[userExtra.nodeUid] = [node.uid];
  }
  if (typeof id === 'string' && id !== '') extra[userExtra.credentialId] = [`JTI=${id}`];
  return Object.freeze({
    username: serviceAccountUserName(namespace, account.name),
    uid: account.uid,
    groups: Object.freeze([SERVICE_ACCOUNTS_GROUP, `${SERVICE_ACCOUNTS_GROUP}:${namespace}`]) as string[],
    ...(Object.keys(extra).length === 0 ? {} : { extra: Object.freeze(extra) }),
  });
}

/** @throws InvalidCredential when the token is for none of those asked (D-029). */
function identityFor(signed: SignedToken, asked: readonly string[]): TokenIdentity {
  if (signed.last?.asked === asked) return signed.last.identity;
  const { user, audiences } = signed;
  let identity: TokenIdentity = { user };
  if (audiences.length > 0) {
    const named = asked.filter((audience) => audiences.includes(audience));
    if (named.length === 0) throw new InvalidCredential('service account token: it is for other audiences');
    identity = { user, audiences: named };
  }
  signed.last = { asked, identity };
  return identity;
}
