import type { Clock } from '@orch/apimachinery';

/** How many refreshes may follow each other. */
const BURST = 5;
/** After which another one is allowed. */
const PAUSE_MS = 10_000;

/**
 * How often an issuer may be asked anew. Anybody can make up a token with an unknown key id, so what tokens cause is bounded: five
 * times at once, and then once in ten seconds. Keys that are really new are there after the first.
 */
export class RefreshAllowance {
  private left = BURST;
  private countedMs: number;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.countedMs = clock.now();
  }

  /** Whether another one is allowed; it counts as used then. */
  take(): boolean {
    const earned = Math.floor((this.clock.now() - this.countedMs) / PAUSE_MS);
    if (earned > 0) {
      this.left = Math.min(BURST, this.left + earned);
      this.countedMs += earned * PAUSE_MS;
    }
    if (this.left === 0) return false;
    this.left--;
    return true;
  }
}
