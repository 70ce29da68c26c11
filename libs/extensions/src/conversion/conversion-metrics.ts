import { type AddMetric, Buckets, histogramsOf, Series } from '@orch/http';
import type { FinishedCall } from '@orch/registry';

/** Upper bounds of buckets, seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];
const VERSION_BUCKETS = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** Calls of conversion webhooks, with the names and labels of kube-apiserver. */
export class ConversionMetrics {
  private readonly calls = new Series(() => new Buckets(CALL_BUCKETS));
  private readonly versions = new Series(() => new Buckets(VERSION_BUCKETS));

  /** @param definition its name. */
  finished(definition: string, { from, to, outcome, seconds }: FinishedCall): void {
    const succeeded = outcome === 'success';
    const result = { result: succeeded ? 'success' : 'failure', failure_type: succeeded ? '' : outcome };
    this.calls.of(result)?.observe(seconds);
    const versions = { crd_name: definition, from_version: from, to_version: to, succeeded: String(succeeded) };
    this.versions.of(versions)?.observe(seconds);
  }

  addTo(add: AddMetric): void {
    add('apiserver_conversion_webhook_request_total', 'counter', 'Calls of conversion webhooks by outcome.', () =>
      this.calls.all.map(({ labels, value }) => ({ labels, value: value.total })),
    );
    const durations = [
      ['apiserver_conversion_webhook_duration_seconds', 'Time of calls of conversion webhooks.', this.calls],
      ['apiserver_crd_conversion_webhook_duration_seconds', 'Time of conversions by webhooks.', this.versions],
    ] as const;
    for (const [name, help, series] of durations) {
      add(name, 'histogram', help, () => histogramsOf(name, series));
    }
  }
}
