/** Delay before the first restart; it doubles with each that follows. Unit: milliseconds. */
const FIRST_DELAY_MS = 1_000;
/** A process that ran for so long starts over with the first delay. Unit: milliseconds. */
const GOOD_RUN_MS = 60_000;
/** Restarts in a row after which a process is given up: it fails for a reason that another start does not remove. */
const MOST_RESTARTS = 5;

/** When a process that ended by itself is started again. One for each process. */
export class Restarts {
  private inARow = 0;

  /**
   * @param ranMs how long it ran. Unit: milliseconds.
   * @returns the delay in milliseconds before it is started again; undefined when it has ended too often.
   */
  next(ranMs: number): number | undefined {
    if (ranMs >= GOOD_RUN_MS) this.inARow = 0;
    if (this.inARow === MOST_RESTARTS) return undefined;
    return FIRST_DELAY_MS * 2 ** this.inARow++;
  }
}
