/** Exponential backoff of a failing key: from 5 ms doubled up to a minute by default. */
export interface RateLimiterOptions {
  /** Default: 5. */
  readonly firstMs?: number;
  /**
   * How long a key may wait at most after the cause of its failures has ended, when nothing it depends on changes. client-go has 1,000 s; here an error
   * that only a change can end is a `TerminalError`, so that a long maximum would only delay recovery. Default: 60_000.
   */
  readonly maxMs?: number;
}

/** What is kept of a failed key until it succeeds. */
export interface FailedKey {
  /** In a row. */
  readonly failures: number;
  /** When it is due again. Unit: milliseconds since 1970. */
  readonly retryAtMs: number;
}

/** The delay of a key after one more failure. @param failuresBefore in a row. Unit: milliseconds. */
export function backoffMs(failuresBefore: number, { firstMs = 5, maxMs = 60_000 }: RateLimiterOptions = {}): number {
  // Beyond 2^50 the delay is always the maximum.
  return Math.min(maxMs, firstMs * 2 ** Math.min(failuresBefore, 50));
}

/**
 * A key that has failed now. A failure early in its delay is one of a reconcile that an event caused, and does not count: while a cache is stale every event
 * leads to a conflict, and some twenty of them in a second would make the key wait for the maximum.
 * @param before its earlier failures in a row, if any.
 */
export function failedAgain(before: FailedKey | undefined, nowMs: number, options: RateLimiterOptions): FailedKey {
  const failuresBefore = before?.failures ?? 0;
  if (before) {
    const delayMs = backoffMs(failuresBefore - 1, options);
    const leftMs = before.retryAtMs - nowMs;
    // Half of it is the tolerance for timers and for clocks of other processes; a clock that was set back makes no longer delay.
    if (leftMs > delayMs / 2) return leftMs > delayMs ? { ...before, retryAtMs: nowMs + delayMs } : before;
  }
  return { failures: failuresBefore + 1, retryAtMs: nowMs + backoffMs(failuresBefore, options) };
}

/** Counts the failures of each key and computes its next delay. Success resets the count. */
export class RateLimiter {
  private readonly failed = new Map<string, FailedKey>();

  constructor(private readonly options: RateLimiterOptions = {}) {}

  /** A key has failed: how often, and when it is due again. */
  failedAt(key: string, nowMs: number): FailedKey {
    const failed = failedAgain(this.failed.get(key), nowMs, this.options);
    this.failed.set(key, failed);
    return failed;
  }

  forget(key: string): void {
    this.failed.delete(key);
  }
}
