/** Lines of one second. */
const LINES = 10;
const SECOND_MS = 1_000;

/**
 * Logs a failed call that the failure policy ignores.
 * @param unlogged failures before it that have no line of their own.
 */
export type LogIgnoredFailure = (webhook: string, error: Error, unlogged: number) => void;

/** Logs ignored failures, at most ten of a second: thousands of webhooks may fail for one request. The metrics count all. */
export class IgnoredFailures {
  private sinceMs = -Infinity;
  private lines = 0;
  private unlogged = 0;

  /** @param nowMs default: the monotonic clock. */
  constructor(
    private readonly log: LogIgnoredFailure,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  add(webhook: string, error: Error): void {
    const now = this.nowMs();
    if (now - this.sinceMs >= SECOND_MS) {
      this.sinceMs = now;
      this.lines = 0;
    }
    if (this.lines >= LINES) return void this.unlogged++;
    this.lines++;
    this.log(webhook, error, this.unlogged);
    this.unlogged = 0;
  }
}
