import type { Counter, Gauge, Histogram } from 'prom-client';

/** The classes of the metrics library, which is loaded lazily. */
export interface MetricClasses {
  readonly Counter: typeof Counter;
  readonly Gauge: typeof Gauge;
  readonly Histogram: typeof Histogram;
}
