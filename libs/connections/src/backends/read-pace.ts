import { FairLines } from '@orch/apimachinery';

/** What all connections to backends together may take of a turn of the event loop, but for the last step. Unit: milliseconds. */
const MS_PER_TURN = 10;

/**
 * Spreads what is done with the bytes of backends over turns of the event loop. Flows take turns: a user with a thousand connections delays those of others by a step
 * each time. One for the whole server.
 */
export class ReadPace {
  private leftMs = MS_PER_TURN;
  private isScheduled = false;
  /** Steps by flow. */
  private readonly waiting = new FairLines<() => void>();

  /** Runs `step` now if this turn has time left, else in a later one. @param flow whose connection it is. */
  run(flow: string, step: () => void): void {
    if (this.waiting.isEmpty && this.leftMs > 0) this.runNow(step);
    else this.waiting.add(flow, step);
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
      const step = this.waiting.next();
      if (!step) return;
      this.schedule();
      this.runNow(step);
    }
    this.schedule();
  };
}
