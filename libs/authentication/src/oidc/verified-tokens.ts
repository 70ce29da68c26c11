import type { Clock } from '@orch/apimachinery';
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

  /** The cache key of a token. */
  keyOf(token: string): string {
    return this.recent.keyOf(token);
  }

  get(key: string): TokenIdentity | undefined {
    const entry = this.recent.get(key);
    return entry && this.clock.now() < entry.untilMs ? entry.identity : undefined;
  }

  /** Caches it, at most until its expiry. */
  put(key: string, { identity, expiresMs }: VerifiedToken): void {
    this.recent.put(key, { identity, untilMs: Math.min(this.clock.now() + CACHE_TTL_MS, expiresMs) });
  }
}
