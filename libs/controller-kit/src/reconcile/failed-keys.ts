import type { Clock } from '@orch/apimachinery';

/** A key whose last reconcile failed. */
export interface FailedKey {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** In a row. */
  readonly failures: number;
  /** First line of the error, cut. */
  readonly error: string;
  /** Of the last failure. Unit: milliseconds since 1970. */
  readonly timeMs: number;
}

/** Keys that are known at once; further ones are not counted. */
const MOST_KEYS = 1_000;
const ERROR_LENGTH = 300;
/** A key that another process took over may have succeeded there. */
const DROPPED_AFTER_MS = 3_600_000;

/** The keys of one controller that could not be reconciled. Bounded. */
export class FailedKeys {
  private readonly failed = new Map<string, FailedKey>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Records a failed reconcile. */
  add(key: string, error: unknown): void {
    const before = this.failed.get(key);
    if (before === undefined && this.failed.size >= MOST_KEYS) return;
    // At the end: the last one failed last.
    this.failed.delete(key);
    this.failed.set(key, {
      key,
      failures: (before?.failures ?? 0) + 1,
      error: firstLine(error instanceof Error ? error.message : String(error)),
      timeMs: this.clock.now(),
    });
  }

  /** HOT PATH (bench: controllers): called for each successful reconcile; nothing is kept of those. */
  remove(key: () => string): void {
    if (this.failed.size > 0) this.failed.delete(key());
  }

  /** How many keys failed, and the one that failed last. */
  summary(): { readonly count: number; readonly last: FailedKey | undefined } {
    const oldestMs = this.clock.now() - DROPPED_AFTER_MS;
    for (const { key, timeMs } of this.failed.values()) {
      if (timeMs >= oldestMs) break;
      this.failed.delete(key);
    }
    return { count: this.failed.size, last: [...this.failed.values()].at(-1) };
  }
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, ERROR_LENGTH);
