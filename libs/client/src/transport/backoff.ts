import type { Random } from '@orch/apimachinery';

export interface BackoffOptions {
  /** Unit: milliseconds. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Growth per step. Default: 2. */
  readonly factor?: number;
}

/** Exponential backoff with jitter over the upper half, so that many clients do not retry at the same time. */
export class Backoff {
  private step = 0;

  constructor(
    private readonly options: BackoffOptions,
    private readonly random: Random,
  ) {}

  /** The next pause, in milliseconds. */
  next(): number {
    const { firstMs, maxMs, factor = 2 } = this.options;
    const full = Math.min(maxMs, firstMs * factor ** this.step);
    // The counter stops at the cap, so that the power stays finite.
    if (full < maxMs) this.step++;
    return full * (0.5 + this.random() / 2);
  }

  reset(): void {
    this.step = 0;
  }
}
