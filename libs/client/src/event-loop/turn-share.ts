/** Share of all work in one turn of the event loop. Unit: milliseconds. */
const SHARE_MS = 8;

/**
 * Bounds the work in one turn of the event loop, so that I/O and timers go on while work continues in microtasks. Shared by
 * all who work in a process.
 */
export class TurnShare {
  /** Start of the work of this turn; undefined before it. */
  private sinceMs: number | undefined;
  /** In order of arrival. */
  private readonly waiting: (() => void)[] = [];

  /** @param nowMs monotonic clock. Default: that of the process. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * Called before more work: undefined while there is time in this turn, else a promise for a later one. Called for each
   * key and step, allocates nothing while there is time.
   */
  next(): Promise<void> | undefined {
    if (this.sinceMs === undefined) {
      this.begin();
      return undefined;
    }
    if (this.nowMs() - this.sinceMs < SHARE_MS) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private begin(): void {
    this.sinceMs = this.nowMs();
    setImmediate(() => this.onTurn());
  }

  private onTurn(): void {
    this.sinceMs = undefined;
    const first = this.waiting.shift();
    if (!first) return;
    this.begin();
    first();
  }
}

/** The share of this process, which has one event loop. */
export const turnShare = new TurnShare();
