import type { UserInfo } from '@orch/api';
import { type Fields, isFields, WebhookError } from '@orch/webhook';
import type { TokenIdentity } from '../authenticator.js';

/** The decision of the webhook about a token. */
export interface TokenDecision {
  /** Undefined: the token is invalid. */
  readonly identity?: TokenIdentity;
  /** The error message of the webhook, if any. */
  readonly publicMessage?: string;
}

/**
 * Parses the status of a TokenReview (B-089..B-099). Fields of wrong types, or too many groups, extra values or characters, make the whole user invalid.
 * @param requested requested audiences; the answer counts as far as it contains some of them (B-087). Without audiences the
 * token is valid for this server (B-096).
 * @throws WebhookError.
 */
export function tokenDecision(status: Fields, requested: readonly string[]): TokenDecision {
  const { authenticated = false, error, user, audiences } = status;
  if (authenticated === false) {
    return typeof error === 'string' && error !== '' ? { publicMessage: error.slice(0, MAX_MESSAGE_CHARS) } : {};
  }
  if (authenticated !== true) throw broken('status.authenticated');
  const identity = { user: userOf(user) };
  const named = audiences ?? [];
  if (!areTexts(named)) throw broken('status.audiences');
  if (named.length === 0) return { identity };
  const known = new Set(named);
  const both = requested.filter((audience) => known.has(audience));
  return both.length === 0 ? {} : { identity: { ...identity, audiences: both } };
}

/** Longer messages are truncated. */
const MAX_MESSAGE_CHARS = 1_024;
/** Each request of the user is compared with them, some in one turn of the event loop. */
const MAX_GROUPS = 10_000;
const MAX_EXTRA = { keys: 1_000, values: 10_000 };
/** Of its names, groups and extra values together: they are kept with the token, and written into answers and records of its requests. */
const MAX_CHARACTERS = 256 * 1_024;

function userOf(user: unknown): UserInfo {
  if (!isFields(user)) throw broken('status.user');
  const { username, uid } = user;
  const [groups, extra] = [user['groups'] ?? [], user['extra'] ?? {}];
  if (typeof username !== 'string' || username === '') throw broken('status.user.username');
  if (uid !== undefined && uid !== null && typeof uid !== 'string') throw broken('status.user.uid');
  if (!areTexts(groups)) throw broken('status.user.groups');
  if (!areTextLists(extra)) throw broken('status.user.extra');
  assertAtMost(MAX_GROUPS, groups.length, 'status.user.groups', 'names');
  assertAtMost(MAX_EXTRA.keys, Object.keys(extra).length, 'status.user.extra', 'keys');
  const lists = Object.entries(extra).map(([key, list]) => [key, list ?? []] as const);
  const values = lists.flatMap(([, list]) => list);
  assertAtMost(MAX_EXTRA.values, values.length, 'status.user.extra', 'values');
  const texts = [username, uid ?? '', ...groups, ...lists.map(([key]) => key), ...values];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  assertAtMost(MAX_CHARACTERS, characters, 'status.user', 'characters');
  return {
    username,
    ...(uid ? { uid } : {}),
    groups,
    ...(lists.length === 0 ? {} : { extra: Object.fromEntries(lists) }),
  };
}

function assertAtMost(limit: number, count: number, field: string, what: string): void {
  if (count <= limit) return;
  const counted = `${field} has ${count} ${what}: at most ${limit} are read`;
  throw new WebhookError(`the response of the token webhook is too large: ${counted}`);
}

const broken = (field: string): WebhookError =>
  new WebhookError(`the response of the token webhook has an invalid ${field}`);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A null is a list without values, as Go decodes it. */
const areTextLists = (value: unknown): value is Readonly<Record<string, readonly string[] | null>> =>
  isFields(value) && Object.values(value).every((list) => list === null || areTexts(list));
