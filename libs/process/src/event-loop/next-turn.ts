/** Runs the same work once in the next turn of the event loop, however often it is scheduled in this one. */
export class NextTurn {
  private isScheduled = false;

  /** @param work may schedule itself again. */
  constructor(private readonly work: () => void) {}

  schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.run);
  }

  private readonly run = (): void => {
    this.isScheduled = false;
    this.work();
  };
}
