import { inTurns, metricHelp, OWN_FLOW, STABLE_METRIC } from '@orch/http';
import { type PageMetric, pageText } from '../metrics/page-metric.js';
import type { HealthEndpoint } from './health-checks.js';

interface CheckCounts {
  readonly labels: { readonly name: string; readonly type: HealthEndpoint };
  healthy: boolean;
  successes: number;
  errors: number;
}

/** Results of health checks for `/metrics/slis`: the last one of each, and how many there were. An injection token. */
export class HealthMetrics {
  private readonly byCheck = new Map<string, CheckCounts>();
  private readonly metrics: readonly PageMetric[];

  /** @param product first part of the names. @param minor release 1.x of the descriptions. */
  constructor(product: string, minor: number) {
    const all = () => [...this.byCheck.values()];
    const help = (text: string) => metricHelp(text, STABLE_METRIC, minor);
    this.metrics = [
      {
        name: `${product}_healthcheck`,
        type: 'gauge',
        help: help('Result of the last run of a health check, 1 for success.'),
        samples: () => all().map(({ labels, healthy }) => ({ labels: { ...labels }, value: Number(healthy) })),
      },
      {
        name: `${product}_healthchecks_total`,
        type: 'counter',
        help: help('Runs of health checks by result.'),
        samples: () =>
          all().flatMap(({ labels, successes, errors }) => [
            ...(successes > 0 ? [{ labels: { ...labels, status: 'success' }, value: successes }] : []),
            ...(errors > 0 ? [{ labels: { ...labels, status: 'error' }, value: errors }] : []),
          ]),
      },
    ];
  }

  checked(name: string, type: HealthEndpoint, healthy: boolean): void {
    const key = `${type} ${name}`;
    let counts = this.byCheck.get(key);
    if (!counts) this.byCheck.set(key, (counts = { labels: { name, type }, healthy, successes: 0, errors: 0 }));
    counts.healthy = healthy;
    if (healthy) counts.successes++;
    else counts.errors++;
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return inTurns(pageText(this.metrics), { flow: OWN_FLOW });
  }
}
