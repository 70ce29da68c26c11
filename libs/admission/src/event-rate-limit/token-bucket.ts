import type { Clock } from '@orch/apimachinery';

/** Admits `burst` calls at once, and `perSecond` more each second. */
export class TokenBucket {
  private tokens: number;
  private countedMs: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly clock: Clock,
  ) {
    this.tokens = burst;
    this.countedMs = clock.now();
  }

  /** Takes a token, unless there is none. */
  take(): boolean {
    const nowMs = this.clock.now();
    const added = (Math.max(0, nowMs - this.countedMs) / 1_000) * this.perSecond;
    this.tokens = Math.min(this.burst, this.tokens + added);
    this.countedMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
