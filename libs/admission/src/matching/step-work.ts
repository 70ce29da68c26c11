/** Comparisons of words in one step, about a millisecond. */
const STEP_WORK = 20_000;

/** Counts work without reading the clock, so that a request that is compared with many rules lets others run. Unit: comparisons of words. */
export class StepWork {
  private left = STEP_WORK;

  /** Whether a step has ended. */
  add(amount: number): boolean {
    this.left -= amount;
    if (this.left > 0) return false;
    this.left = STEP_WORK;
    return true;
  }
}
