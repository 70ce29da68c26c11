/**
 * What all watches together give to their connections before others have their turn, in bytes and in time. A connection encrypts what it is
 * given at once, at about a gigabyte a second, and a small piece costs 10 us, or 200 us when the readers are on the same busy machine.
 */
const BYTES_PER_TURN = 16 * 1_024 * 1_024;
const MS_PER_TURN = 40;

/** Spreads what watches send over turns of the event loop, in the order in which they came. One for the whole server. */
export class SendPace {
  private leftBytes = BYTES_PER_TURN;
  private leftMs = MS_PER_TURN;
  private readonly waiting: (() => void)[] = [];

  /** Whether what is left to send has to wait. */
  get isUsedUp(): boolean {
    return this.leftBytes <= 0 || this.leftMs <= 0;
  }

  /** HOT PATH (bench: watch-fan-out): gives `bytes` to a connection by `write`, whose time counts. */
  send<T>(bytes: number, write: () => T): T {
    const began = performance.now();
    const result = write();
    if (this.isUsedUp) return result;
    this.leftBytes -= bytes;
    this.leftMs -= performance.now() - began;
    if (this.isUsedUp) setImmediate(this.turn);
    return result;
  }

  /** Does `task` at once where there is room, else when its turn comes. */
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

  /** Does `task` in a later turn, behind those that wait already. Only while all is used up. It must not throw. */
  later(task: () => void): void {
    this.waiting.push(task);
  }

  private readonly turn = (): void => {
    this.leftBytes = BYTES_PER_TURN;
    this.leftMs = MS_PER_TURN;
    // What is used up again in here comes back in the next turn.
    while (!this.isUsedUp && this.waiting.length > 0) this.waiting.shift()!();
  };
}
