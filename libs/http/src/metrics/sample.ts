import type { MetricLifecycle } from './metric-lifecycle.js';

/** Counts per bucket, not cumulative, with one more for values larger than all bounds. */
export interface BucketCounts {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  readonly total: number;
}

/** A measured value in the form of the metrics library. */
export interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

/** A value of a `Series`. */
interface LabelledValue<T> {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: T;
}

/** Adds a metric to the page; `samples` is called at each scrape, and read over several turns of the event loop. Default of `life`: may change in any release. */
export type AddMetric = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: () => Iterable<Sample>,
  life?: MetricLifecycle,
) => void;

/** The samples of many series, made one series after the other as they are read. */
export function* samplesOf<T>(all: Iterable<T>, of: (one: T) => Iterable<Sample>): Generator<Sample, void> {
  for (const one of all) yield* of(one);
}

/** The samples of counters. */
export const countersOf = (series: { readonly all: readonly LabelledValue<{ readonly value: number }>[] }): Sample[] =>
  series.all.map(({ labels, value }) => ({ labels, value: value.value }));

/** The samples of histograms, made one series after the other as they are read. */
export const histogramsOf = (
  name: string,
  series: { readonly all: readonly LabelledValue<BucketCounts>[] },
): Generator<Sample, void> => samplesOf(series.all, ({ labels, value }) => histogram(name, labels, value));

/** Cumulative buckets, sum and count of the text format. */
export function histogram(name: string, labels: Readonly<Record<string, string>>, buckets: BucketCounts): Sample[] {
  if (buckets.total === 0) return [];
  let below = 0;
  const samples: Sample[] = buckets.bounds.map((bound, i) => {
    below += buckets.counts[i]!;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: below };
  });
  samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: buckets.total });
  samples.push({ metricName: `${name}_sum`, labels, value: buckets.sum });
  samples.push({ metricName: `${name}_count`, labels, value: buckets.total });
  return samples;
}
