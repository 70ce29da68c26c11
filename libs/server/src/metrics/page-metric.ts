import type { Sample } from '@orch/http';
import type { Metric, Registry } from 'prom-client';

/** One metric of a page. */
export interface PageMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: () => Sample[];
}

/** Adds a metric to a page. The library prints any object with `get()`; its own classes would count every request a second time. */
export function registerMetric(registry: Registry, { name, type, help, samples }: PageMetric): void {
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: () => Promise.resolve({ name, help, type, aggregator: 'sum', values: samples() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}
