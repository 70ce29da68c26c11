/** Work of one request between two pauses, so that others are served meanwhile. Unit: milliseconds. */
const WORK_MS = 5;

/** Says when a request that evaluates many expressions should let others run. */
export class PauseAfterWork {
  private sinceMs: number;

  /** @param nowMs default: the monotonic clock. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.sinceMs = nowMs();
  }

  /** Whether there has been enough work since the last time that this was true. */
  get isDue(): boolean {
    const now = this.nowMs();
    if (now - this.sinceMs < WORK_MS) return false;
    this.sinceMs = now;
    return true;
  }
}
