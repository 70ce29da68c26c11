import { STABLE_METRIC, metricHelp } from '@orch/http';
import { registerMetric } from '../metrics/page-metric.js';
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
  private page: Promise<() => Promise<string>> | undefined;

  /** @param product first part of the names. @param minor release 1.x of the descriptions. */
  constructor(
    private readonly product: string,
    private readonly minor: number,
  ) {}

  checked(name: string, type: HealthEndpoint, healthy: boolean): void {
    const key = `${type} ${name}`;
    let counts = this.byCheck.get(key);
    if (!counts) this.byCheck.set(key, (counts = { labels: { name, type }, healthy, successes: 0, errors: 0 }));
    counts.healthy = healthy;
    if (healthy) counts.successes++;
    else counts.errors++;
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    return (await (this.page ??= this.open()))();
  }

  private async open(): Promise<() => Promise<string>> {
    const { Registry } = await import('prom-client');
    const registry = new Registry();
    const all = () => [...this.byCheck.values()];
    const help = (text: string) => metricHelp(text, STABLE_METRIC, this.minor);
    registerMetric(registry, {
      name: `${this.product}_healthcheck`,
      type: 'gauge',
      help: help('Result of the last run of a health check, 1 for success.'),
      samples: () => all().map(({ labels, healthy }) => ({ labels: { ...labels }, value: Number(healthy) })),
    });
    registerMetric(registry, {
      name: `${this.product}_healthchecks_total`,
      type: 'counter',
      help: help('Runs of health checks by result.'),
      samples: () =>
        all().flatMap(({ labels, successes, errors }) => [
          ...(successes > 0 ? [{ labels: { ...labels, status: 'success' }, value: successes }] : []),
          ...(errors > 0 ? [{ labels: { ...labels, status: 'error' }, value: errors }] : []),
        ]),
    });
    return () => registry.metrics();
  }
}
