/**
 * Bytes and time that all watches together spend on their connections per turn of the event loop. A connection encrypts
 * synchronously, at about a gigabyte a second, and a small piece costs 10 us, or 200 us when the readers are on the same busy machine.
 */
const BYTES_PER_TURN = 16 * 1_024 * 1_024;
const MS_PER_TURN = 40;

/** Spreads the writes of watches over turns of the event loop, in order. One for the whole server. */
export class SendPace {
  private leftBytes = BYTES_PER_TURN;
  private leftMs = MS_PER_TURN;
  private readonly waiting: (() => void)[] = [];

  /** Whether further writes must wait for the next turn. */
  get isUsedUp(): boolean {
    return this.leftBytes <= 0 || this.leftMs <= 0;
  }

  /** HOT PATH (bench: watch-fan-out): passes `bytes` to a connection by `write`, and measures its time. */
  send<T>(bytes: number, write: () => T): T {
    const began = performance.now();
    const result = write();
    if (this.isUsedUp) return result;
    this.leftBytes -= bytes;
    this.leftMs -= performance.now() - began;
    if (this.isUsedUp) setImmediate(this.turn);
    return result;
  }

  /** Runs `task` immediately if the budget allows, else in a later turn. */
  run<T>(task: () => T): T | Promise<T> {
    if (!this.isUsedUp) return task();
    return new Promise((resolve, reject) => {
      this.later(() => {
        try {
          resolve(task());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Queues `task` for a later turn. Only while the budget is used up. It must not throw. */
  later(task: () => void): void {
    this.waiting.push(task);
  }

  private readonly turn = (): void => {
    this.leftBytes = BYTES_PER_TURN;
    this.leftMs = MS_PER_TURN;
    // Tasks left when the budget is used up again run in the next turn.
    while (!this.isUsedUp && this.waiting.length > 0) this.waiting.shift()!();
  };
}
