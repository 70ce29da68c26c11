/** Time of one step. Unit: milliseconds. */
const STEP_MS = 4;

/** Ends steps by time, where what an item costs does not follow from its size: a computed column, a conversion, defaults. */
export class StepTime {
  private beganMs = performance.now();

  /** Begins the next step, after others have run. */
  begin(): void {
    this.beganMs = performance.now();
  }

  get isOver(): boolean {
    return performance.now() - this.beganMs >= STEP_MS;
  }
}
