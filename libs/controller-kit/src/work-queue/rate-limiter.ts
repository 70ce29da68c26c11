/** Exponential backoff of a failing key: from 5 ms doubled up to 1000 s by default. */
export interface RateLimiterOptions {
  /** Default: 5. */
  readonly firstMs?: number;
  /** Default: 1_000_000. */
  readonly maxMs?: number;
}

/** The delay of a key after one more failure. @param failuresBefore in a row. Unit: milliseconds. */
export function backoffMs(failuresBefore: number, { firstMs = 5, maxMs = 1_000_000 }: RateLimiterOptions = {}): number {
  // Beyond 2^50 the delay is always the maximum.
  return Math.min(maxMs, firstMs * 2 ** Math.min(failuresBefore, 50));
}

/** Counts the failures of each key and computes its next delay. Success resets the count. */
export class RateLimiter {
  private readonly failures = new Map<string, number>();

  constructor(private readonly options: RateLimiterOptions = {}) {}

  /** Counts one more failure. */
  nextDelayMs(key: string): number {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    return backoffMs(failures, this.options);
  }

  failuresOf(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.failures.delete(key);
  }
}
