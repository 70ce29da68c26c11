/**
 * Bytes that all watches together give to their connections before others have their turn. A connection encrypts what it is given at
 * once, at about a gigabyte a second.
 */
const BYTES_PER_TURN = 16 * 1_024 * 1_024;

/** Spreads what watches send over turns of the event loop, in the order in which they came. One for the whole server. */
export class SendPace {
  private left = BYTES_PER_TURN;
  private readonly waiting: (() => void)[] = [];

  /** Whether what is left to send has to wait. */
  get isUsedUp(): boolean {
    return this.left <= 0;
  }

  /** HOT PATH (bench: watch-fanout): `bytes` were given to a connection. */
  spend(bytes: number): void {
    if (this.left <= 0) return;
    this.left -= bytes;
    if (this.left <= 0) setImmediate(this.turn);
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
    this.left = BYTES_PER_TURN;
    // What is used up again in here comes back in the next turn.
    while (!this.isUsedUp && this.waiting.length > 0) this.waiting.shift()!();
  };
}
