import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { Requester } from '@orch/http';
import type { TokenIdentity } from '../authenticator.js';
import { TokenCache } from '../service-account/token-cache.js';

/** A verified token is valid for this long without another verification (D-006). */
export const CACHE_TTL_MS = 10_000;
const MAX_TOKENS = 4_096;

/** The user of a verified token. */
export interface VerifiedToken {
  readonly identity: TokenIdentity;
  /** Expiry of the token itself. Unit: milliseconds since 1970. */
  readonly expiresMs: number;
}

/**
 * Cache of verified tokens, so that a repeated token is answered synchronously. Rejected tokens are not cached (D-006).
 */
export class VerifiedTokens {
  private readonly recent = new TokenCache<{ readonly identity: TokenIdentity; readonly untilMs: number }>(MAX_TOKENS);

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** The cache key of a token. @param requester the request with it. */
  keyOf(token: string, requester?: Requester): string {
    return this.recent.keyOf(token, requester);
  }

  get(key: string): TokenIdentity | undefined {
    const entry = this.recent.get(key);
    const leftMs = entry ? entry.untilMs - this.clock.now() : 0;
    // More than the TTL: the clock was set back.
    return entry && leftMs > 0 && leftMs <= CACHE_TTL_MS ? entry.identity : undefined;
  }

  /** Caches it, at most until its expiry. */
  put(key: string, { identity, expiresMs }: VerifiedToken): void {
    const untilMs = Math.min(this.clock.now() + CACHE_TTL_MS, expiresMs);
    this.recent.put(key, { identity, untilMs }, bytesOf(identity.user));
  }
}

/** Memory of an object, or of a text without its characters. */
const OVERHEAD_BYTES = 32;

/** Approximate. Groups and extra values may be computed, or come from another source than the token. */
function bytesOf({ username, groups, extra = {} }: UserInfo): number {
  const texts = [username, ...groups, ...Object.entries(extra).flatMap(([key, values]) => [key, ...values])];
  return texts.reduce((sum, text) => sum + text.length + OVERHEAD_BYTES, OVERHEAD_BYTES);
}
