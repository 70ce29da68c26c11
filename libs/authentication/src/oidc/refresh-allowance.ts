import type { Clock } from '@orch/apimachinery';

/** Burst of consecutive refreshes. */
const BURST = 5;
/** Interval of refreshes after the burst. */
const PAUSE_MS = 1_000;
/** The same while the issuer cannot be reached. */
const PAUSE_OF_FAILURES_MS = 10_000;

/**
 * Rate limit of key refreshes of an issuer. Any client can make up a token with an unknown key id, so refreshes caused
 * by tokens are limited: a burst of five, and then one per second, or one in ten seconds while the issuer cannot be
 * reached.
 */
export class RefreshAllowance {
  private left = BURST;
  private countedMs: number;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.countedMs = clock.now();
  }

  /** Whether another refresh is allowed; it is counted then. @param hasFailed whether the last one failed. */
  take(hasFailed: boolean): boolean {
    const pauseMs = hasFailed ? PAUSE_OF_FAILURES_MS : PAUSE_MS;
    const nowMs = this.clock.now();
    // A clock that is set back earns none, and delays none.
    this.countedMs = Math.min(this.countedMs, nowMs);
    const earned = Math.floor((nowMs - this.countedMs) / pauseMs);
    if (earned > 0) {
      this.left = Math.min(BURST, this.left + earned);
      this.countedMs += earned * pauseMs;
    }
    if (this.left === 0) return false;
    this.left--;
    return true;
  }

  /** Time until the next refresh, when none is allowed now and the last one succeeded. Unit: milliseconds. */
  get waitMs(): number {
    return Math.max(0, this.countedMs + PAUSE_MS - this.clock.now());
  }
}
