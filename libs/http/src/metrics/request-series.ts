/** Upper bounds of the duration buckets, seconds. */
export const DURATION_BUCKETS: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
/** The same of durations without webhooks and queues. */
export const SLI_BUCKETS: readonly number[] = [
  0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
/** Upper bounds of the size buckets, bytes. */
export const SIZE_BUCKETS: readonly number[] = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Counts observations per bucket. Numbers only: nothing is allocated per observation. */
export class Buckets {
  /** One per bound, and one for larger values; not cumulative. */
  readonly counts: number[];
  sum = 0;
  total = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let i = 0;
    while (i < this.bounds.length && value > this.bounds[i]!) i++;
    this.counts[i]!++;
    this.sum += value;
    this.total++;
  }
}

export type Labels = Readonly<Record<string, string>>;

/** A deprecated version of a resource. */
export interface DeprecatedUse {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** The release that removes it, `1.25`; empty if unknown. */
  readonly removedRelease: string;
}

/** One series: requests of one verb on one resource. */
export interface RequestSeries {
  readonly labels: Labels;
  /** Set if the version is deprecated. */
  readonly deprecated: DeprecatedUse | undefined;
  readonly byCode: Map<number, number>;
  readonly durations: Buckets;
  /** Without webhooks and queues. Shared by the series that differ in `dry_run` only. */
  readonly ownDurations: Buckets;
  readonly sizes: Buckets;
}
