import type { Clock } from '@orch/apimachinery';
import type { TokenIdentity } from '../authenticator.js';
import { TokenCache } from '../service-account/token-cache.js';

/** A token that was good is good for this long without being verified again (D-006). */
export const REMEMBERED_MS = 10_000;
/** Of each of two generations. */
const MAX_TOKENS = 2_048;

/** What a token that was verified stands for. */
export interface VerifiedToken {
  readonly identity: TokenIdentity;
  /** When the token itself ends. Unit: milliseconds since 1970. */
  readonly expiresMs: number;
}

/**
 * Tokens that were verified lately, so that one that comes with every request is answered at once. Only good ones:
 * what was refused is looked at anew (D-006).
 */
export class VerifiedTokens {
  private readonly recent = new TokenCache<{ readonly identity: TokenIdentity; readonly untilMs: number }>(MAX_TOKENS);

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** The key a token is remembered by. */
  keyOf(token: string): string {
    return this.recent.keyOf(token);
  }

  get(key: string): TokenIdentity | undefined {
    const entry = this.recent.get(key);
    return entry && this.clock.now() < entry.untilMs ? entry.identity : undefined;
  }

  /** Remembers it, and not beyond its own end. */
  put(key: string, { identity, expiresMs }: VerifiedToken): void {
    this.recent.put(key, { identity, untilMs: Math.min(this.clock.now() + REMEMBERED_MS, expiresMs) });
  }
}
