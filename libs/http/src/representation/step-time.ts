/** Time of one step of a document that is made in steps. Unit: milliseconds. */
const STEP_MS = 4;

/** Ends the steps of a document by time, where what an item costs does not follow from its size: a computed column, a conversion. */
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
