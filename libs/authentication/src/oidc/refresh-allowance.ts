import type { Clock } from '@orch/apimachinery';

/** How many refreshes may follow each other. */
const BURST = 5;
/** After which another one is allowed. */
const PAUSE_MS = 1_000;
/** The same while the issuer cannot be asked. */
const PAUSE_OF_FAILURES_MS = 10_000;

/**
 * How often an issuer may be asked for its keys again. Anybody can make up a token with an unknown key id, so what tokens cause is bounded:
 * five times at once, and then once in a second, or once in ten seconds while the issuer cannot be asked.
 */
export class RefreshAllowance {
  private left = BURST;
  private countedMs: number;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.countedMs = clock.now();
  }

  /** Whether another one is allowed; it counts as used then. @param hasFailed whether the last one has. */
  take(hasFailed: boolean): boolean {
    const pauseMs = hasFailed ? PAUSE_OF_FAILURES_MS : PAUSE_MS;
    const earned = Math.floor((this.clock.now() - this.countedMs) / pauseMs);
    if (earned > 0) {
      this.left = Math.min(BURST, this.left + earned);
      this.countedMs += earned * pauseMs;
    }
    if (this.left === 0) return false;
    this.left--;
    return true;
  }

  /** How long until another one is allowed, when none is now and the last one has not failed. Unit: milliseconds. */
  get waitMs(): number {
    return Math.max(0, this.countedMs + PAUSE_MS - this.clock.now());
  }
}
