/** Exponential backoff of a failing key: from 5 ms doubled up to 1000 s by default. */
export interface RateLimiterOptions {
  /** Default: 5. */
  readonly firstMs?: number;
  /** Default: 1_000_000. */
  readonly maxMs?: number;
}

/** Counts the failures of each key and computes its next delay. Success resets the count. */
export class RateLimiter {
  private readonly failures = new Map<string, number>();
  private readonly firstMs: number;
  private readonly maxMs: number;

  constructor(options: RateLimiterOptions = {}) {
    this.firstMs = options.firstMs ?? 5;
    this.maxMs = options.maxMs ?? 1_000_000;
  }

  /** Counts one more failure. */
  nextDelayMs(key: string): number {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    // Beyond 2^50 the delay is always the maximum.
    return Math.min(this.maxMs, this.firstMs * 2 ** Math.min(failures, 50));
  }

  failuresOf(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }
}
