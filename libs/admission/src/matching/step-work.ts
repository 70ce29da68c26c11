/** Comparisons of words in one step, about a millisecond. */
const STEP_WORK = 20_000;

/** Counts work without reading the clock, so that a request that is compared with many rules lets others run. Unit: comparisons of words. */
export class StepWork {
  private left = STEP_WORK;

  /** Adds work that does not end the step. False: it would, and was not added. */
  fits(amount: number): boolean {
    if (this.left <= amount) return false;
    this.left -= amount;
    return true;
  }

  /** Whether a step has ended. */
  add(amount: number): boolean {
    this.left -= amount;
    if (this.left > 0) return false;
    this.left = STEP_WORK;
    return true;
  }
}
