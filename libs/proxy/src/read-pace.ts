/** What all connections to backends together may take of a turn of the event loop, but for the last step. Unit: milliseconds. */
const MS_PER_TURN = 10;

/** Spreads what is done with the bytes of backends over turns of the event loop, in order. One for the whole server. */
export class ReadPace {
  private leftMs = MS_PER_TURN;
  private isScheduled = false;
  private readonly waiting: (() => void)[] = [];

  /** Runs `step` now if this turn has time left, else in a later one. */
  run(step: () => void): void {
    if (this.waiting.length > 0 || this.leftMs <= 0) this.waiting.push(step);
    else this.runNow(step);
    this.schedule();
  }

  private runNow(step: () => void): void {
    const beganMs = performance.now();
    try {
      step();
    } finally {
      this.leftMs -= performance.now() - beganMs;
    }
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.turn);
  }

  private readonly turn = (): void => {
    this.isScheduled = false;
    this.leftMs = MS_PER_TURN;
    while (this.leftMs > 0) {
      const step = this.waiting.shift();
      if (!step) return;
      this.schedule();
      this.runNow(step);
    }
    this.schedule();
  };
}
