import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@orch/apimachinery';

/** 256 bits. */
const CODE_BYTES = 32;
/** How long a link may be used. Unit: milliseconds. */
export const LINK_MS = 10 * 60 * 1_000;

/** A code for a one-time link, for its owner, and its digest, for the server. */
export interface LoginCode {
  readonly code: string;
  /** SHA-256, base64url. */
  readonly digest: string;
}

export function newLoginCode(): LoginCode {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  return { code, digest: digestOf(code).toString('base64url') };
}

/** A link that works once, for ten minutes. The server knows the digest of its code only. */
export class LoginLink {
  private readonly digest: Buffer;
  private readonly endsMs: number;
  private used = false;

  /** @param digest as in {@link LoginCode}. @param sinceMs when it was given out. */
  constructor(
    digest: string,
    private readonly clock: Clock,
    sinceMs: number,
  ) {
    this.digest = Buffer.from(digest, 'base64url');
    this.endsMs = sinceMs + LINK_MS;
  }

  /** Whether it can still be used. */
  get isOpen(): boolean {
    return !this.used && this.clock.now() < this.endsMs;
  }

  /** True once, for the right code. */
  redeem(code: string): boolean {
    const isRight = timingSafeEqual(digestOf(code), this.digest);
    if (!isRight || !this.isOpen) return false;
    this.used = true;
    return true;
  }
}

const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest();
