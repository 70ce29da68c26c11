import { timingSafeEqual } from 'node:crypto';
import type { UserInfo } from '@orch/api';
import { parseTimeMs, type ApiObject, type Clock } from '@orch/apimachinery';
import type { ObjectReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { TokenAuthenticator } from './authenticator.js';

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const BASE_GROUP = 'system:bootstrappers';

/**
 * Authenticates the tokens with which a new node or client joins (`--enable-bootstrap-token-auth`; B-008, B-013..B-021,
 * A-264..A-276). Each is a Secret, read from memory on every use, so deleting it revokes the token at once.
 */
export function bootstrapTokenAuthenticator(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  clock: Clock,
): TokenAuthenticator {
  return {
    name: 'bootstrapToken',
    authenticateToken: (token) => {
      const parts = TOKEN.exec(token);
      if (!parts) return undefined;
      const [, id, secret] = parts as unknown as [string, string, string];
      const stored = reader.read(
        { group: '', resource: 'secrets' },
        vocabulary.namespaces.system,
        `bootstrap-token-${id}`,
      );
      const user = stored && userOf(stored, id, secret, vocabulary.secretTypes.bootstrapToken, clock.now());
      return user && { user };
    },
  };
}

/** The user of a token Secret; undefined when it is invalid or expired. Pure. */
function userOf(stored: ApiObject, id: string, secret: string, type: string, nowMs: number): UserInfo | undefined {
  if (stored['type'] !== type || stored.metadata.deletionTimestamp !== undefined) return undefined;
  const data = (stored['data'] ?? {}) as Readonly<Record<string, string>>;
  const value = (key: string): string =>
    Object.hasOwn(data, key) ? Buffer.from(String(data[key]), 'base64').toString() : '';
  if (!sameText(value('token-secret'), secret) || !sameText(value('token-id'), id)) return undefined;
  if (isExpired(value('expiration'), nowMs)) return undefined;
  if (value('usage-bootstrap-authentication') !== 'true') return undefined;
  const groups = new Set([BASE_GROUP]);
  const extra = value('auth-extra-groups');
  for (const group of extra === '' ? [] : extra.split(',')) {
    // One invalid group makes the whole token invalid, rather than a user with some of the groups (D-023).
    if (!EXTRA_GROUP.test(group)) return undefined;
    groups.add(group);
  }
  return { username: `system:bootstrap:${id}`, groups: [...groups] };
}

/** An invalid time counts as past (D-024). */
function isExpired(expiration: string, nowMs: number): boolean {
  if (expiration === '') return false;
  const at = parseTimeMs(expiration);
  return at === undefined || at <= nowMs;
}

/** Compares in constant time. */
function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
