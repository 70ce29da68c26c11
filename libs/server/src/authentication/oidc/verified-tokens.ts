import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@orch/apimachinery';
import type { TokenIdentity } from '../authenticator.js';

/** A token that was good is good for this long without being verified again (D-006). */
export const REMEMBERED_MS = 10_000;
const MAX_TOKENS = 4_096;

/**
 * Tokens that were verified lately, so that one that comes with every request is answered at once. Only good ones (D-006). Keyed by a
 * digest under a key of this process: no token stands in memory, and equal digests mean equal tokens.
 */
export class VerifiedTokens {
  private readonly secret = randomBytes(32);
  private readonly known = new Map<string, { readonly identity: TokenIdentity; readonly untilMs: number }>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** The key a token is remembered by. */
  keyOf(token: string): string {
    return createHmac('sha256', this.secret).update(token).digest('base64');
  }

  get(key: string): TokenIdentity | undefined {
    const entry = this.known.get(key);
    if (!entry) return undefined;
    if (this.clock.now() < entry.untilMs) return entry.identity;
    this.known.delete(key);
    return undefined;
  }

  /** @param expiresMs when the token itself ends: it is not remembered beyond that. */
  add(key: string, identity: TokenIdentity, expiresMs: number): void {
    // The oldest goes first: it is the next to be verified again anyway.
    if (this.known.size >= MAX_TOKENS) this.known.delete(this.known.keys().next().value!);
    this.known.delete(key);
    this.known.set(key, { identity, untilMs: Math.min(this.clock.now() + REMEMBERED_MS, expiresMs) });
  }
}
