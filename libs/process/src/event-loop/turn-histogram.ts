/** Upper bounds of the buckets. Unit: seconds. */
const BOUNDS: readonly number[] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** CPU time of turns that were measured, in seconds, for a metric. Plain numbers: counting allocates nothing. */
export class TurnHistogram {
  readonly bounds = BOUNDS;
  /** One count per bound, and one for larger values; not cumulative. */
  readonly counts: number[] = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  sum = 0;
  total = 0;
  longest = 0;

  observe(seconds: number): void {
    let i = 0;
    while (i < BOUNDS.length && seconds > BOUNDS[i]!) i++;
    this.counts[i]!++;
    this.sum += seconds;
    this.total++;
    this.longest = Math.max(this.longest, seconds);
  }
}
