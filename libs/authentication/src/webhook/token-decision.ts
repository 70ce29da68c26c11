import type { UserInfo } from '@orch/api';
import { type Fields, isFields, WebhookError } from '@orch/webhook';
import type { TokenIdentity } from '../authenticator.js';

/** What the service thinks of a token. */
export interface TokenDecision {
  /** Undefined: the token is not good. */
  readonly identity?: TokenIdentity;
  /** Why it is not, in the service's own words, where it gave any. */
  readonly told?: string;
}

/**
 * Reads the status of a TokenReview (B-089..B-099). Fields that are not what they must be make no user: half an identity is worse
 * than none.
 * @param asked whom the token has to be for; the answer counts as far as it names some of them (B-087). One that names nobody means
 * this server, whatever it calls itself (B-096).
 * @throws WebhookError.
 */
export function tokenDecision(status: Fields, asked: readonly string[]): TokenDecision {
  const { authenticated = false, error, user, audiences } = status;
  if (authenticated === false) {
    return typeof error === 'string' && error !== '' ? { told: error.slice(0, MAX_TOLD_CHARS) } : {};
  }
  if (authenticated !== true) throw broken('status.authenticated');
  const identity = { user: userOf(user) };
  const named = audiences ?? [];
  if (!areTexts(named)) throw broken('status.audiences');
  if (named.length === 0) return { identity };
  const both = asked.filter((audience) => named.includes(audience));
  return both.length === 0 ? {} : { identity: { ...identity, audiences: both } };
}

/** Longer texts of a service are cut. */
const MAX_TOLD_CHARS = 1_024;

function userOf(user: unknown): UserInfo {
  if (!isFields(user)) throw broken('status.user');
  const { username, uid } = user;
  const [groups, extra] = [user['groups'] ?? [], user['extra'] ?? {}];
  if (typeof username !== 'string' || username === '') throw broken('status.user.username');
  if (uid !== undefined && uid !== null && typeof uid !== 'string') throw broken('status.user.uid');
  if (!areTexts(groups)) throw broken('status.user.groups');
  if (!areTextLists(extra)) throw broken('status.user.extra');
  return {
    username,
    ...(uid ? { uid } : {}),
    groups,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

const broken = (field: string): WebhookError =>
  new WebhookError(`the answer of the token webhook has no good ${field}`);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const areTextLists = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isFields(value) && Object.values(value).every(areTexts);
