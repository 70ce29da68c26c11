import type { Clock } from '@orch/apimachinery';

/** Limit of the rate of writes. */
export interface ThrottleOptions {
  /** Writes per second. */
  readonly qps: number;
  /** Writes at once after a pause. At least 1. */
  readonly burst: number;
}

/** A token bucket for the writes of one backend. */
export class BatchThrottle {
  private tokens: number;
  private filledAtMs: number;

  constructor(
    private readonly options: ThrottleOptions,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.tokens = options.burst;
    this.filledAtMs = clock.now();
  }

  /** Takes a token. @returns for how long the write has to wait for it. Unit: milliseconds. */
  take(): number {
    const { qps, burst } = this.options;
    const nowMs = this.clock.now();
    // A clock that is set back adds none.
    const gained = (Math.max(0, nowMs - this.filledAtMs) * qps) / 1_000;
    this.tokens = Math.min(burst, this.tokens + gained) - 1;
    this.filledAtMs = nowMs;
    return this.tokens >= 0 ? 0 : (-this.tokens * 1_000) / qps;
  }
}
