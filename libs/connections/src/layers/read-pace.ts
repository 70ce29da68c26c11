import { FairLines } from '@orch/apimachinery';

/**
 * Spreads what is done with the bytes of many connections, such as those to backends, over turns of the event loop. Flows take turns: a user with a thousand connections
 * delays those of others by a step each time. One for all connections of a kind.
 */
export class ReadPace {
  private leftMs: number;
  private isScheduled = false;
  /** Steps by flow. */
  private readonly waiting = new FairLines<() => void>();

  /** @param msPerTurn what all connections together may take of a turn, but for the last step. @param now Default: `performance.now()`. */
  constructor(
    private readonly msPerTurn = 10,
    private readonly now = () => performance.now(),
  ) {
    this.leftMs = msPerTurn;
  }

  /** Runs `step` now if this turn has time left, else in a later one. @param flow whose connection it is. */
  run(flow: string, step: () => void): void {
    if (!this.tryRun(step)) this.waiting.add(flow, step);
  }

  /** Runs `step` now if this turn has time left. @returns whether it has. */
  tryRun(step: () => void): boolean {
    this.schedule();
    if (!this.waiting.isEmpty || this.leftMs <= 0) return false;
    this.runNow(step);
    return true;
  }

  private runNow(step: () => void): void {
    const beganMs = this.now();
    try {
      step();
    } finally {
      const endedMs = this.now();
      this.leftMs -= endedMs - beganMs;
      process.nextTick(this.charge, endedMs);
    }
  }

  /** What came of a step follows it: Node begins requests of HTTP/2 after the read. */
  private readonly charge = (sinceMs: number): void => void (this.leftMs -= this.now() - sinceMs);

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.isScheduled = false;
    // What the last step took too long is taken from this turn: after a long one others have a turn without any.
    this.leftMs = this.msPerTurn + Math.max(-this.msPerTurn, Math.min(this.leftMs, 0));
    this.runNext();
  };

  private readonly runNext = (): void => {
    const step = this.leftMs > 0 ? this.waiting.next() : undefined;
    if (step || this.leftMs <= 0 || !this.waiting.isEmpty) this.schedule();
    if (!step) return;
    try {
      this.runNow(step);
    } finally {
      process.nextTick(this.runNext);
    }
  };
}
