import { Buckets, histogram, type AddMetric } from '@orch/http';

/** How a call of a webhook ended. */
export type ConversionOutcome =
  | 'success'
  | 'conversion_webhook_call_failure'
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** One finished call. */
export interface FinishedConversion {
  /** Name of the definition. */
  readonly definition: string;
  /** Versions without the group: `v1`. */
  readonly from: string;
  readonly to: string;
  readonly outcome: ConversionOutcome;
  readonly seconds: number;
}

/** Upper bounds of buckets, seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];
const VERSION_BUCKETS = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);
/** Series of one metric: those of more definitions are not counted. */
const MAX_SERIES = 2_000;

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly durations: Buckets;
}

/** Calls of conversion webhooks, with the names and labels of kube-apiserver. */
export class ConversionMetrics {
  private readonly calls = new Map<string, Series>();
  private readonly versions = new Map<string, Series>();

  finished({ definition, from, to, outcome, seconds }: FinishedConversion): void {
    const succeeded = outcome === 'success';
    const result = { result: succeeded ? 'success' : 'failure', failure_type: succeeded ? '' : outcome };
    observe(this.calls, result, CALL_BUCKETS, seconds);
    const versions = { crd_name: definition, from_version: from, to_version: to, succeeded: String(succeeded) };
    observe(this.versions, versions, VERSION_BUCKETS, seconds);
  }

  addTo(add: AddMetric): void {
    add('apiserver_conversion_webhook_request_total', 'counter', 'Calls of conversion webhooks by outcome.', () =>
      [...this.calls.values()].map(({ labels, durations }) => ({ labels, value: durations.total })),
    );
    const durations = [
      ['apiserver_conversion_webhook_duration_seconds', 'Time of calls of conversion webhooks.', this.calls],
      ['apiserver_crd_conversion_webhook_duration_seconds', 'Time of conversions by webhooks.', this.versions],
    ] as const;
    for (const [name, help, series] of durations) {
      add(name, 'histogram', help, () =>
        [...series.values()].flatMap((one) => histogram(name, one.labels, one.durations)),
      );
    }
  }
}

function observe(all: Map<string, Series>, labels: Series['labels'], bounds: readonly number[], seconds: number): void {
  const key = Object.values(labels).join(' ');
  let series = all.get(key);
  if (!series) {
    if (all.size >= MAX_SERIES) return;
    all.set(key, (series = { labels, durations: new Buckets(bounds) }));
  }
  series.durations.observe(seconds);
}
