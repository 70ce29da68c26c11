import { type AddMetric, Buckets, Count, countersOf, histogramsOf, Series } from '@orch/http';

/** Upper bounds of the duration buckets, seconds. */
const EVALUATION_BUCKETS: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/** The match conditions of an authorizer: all are true, one is false, or none is false and one could not be evaluated. */
export type ConditionsOutcome = 'met' | 'excluded' | { readonly failed: string };

/** Match conditions of authorization webhooks, with the names and labels of kube-apiserver. */
export class MatchConditionMetrics {
  private readonly durations = new Series(() => new Buckets(EVALUATION_BUCKETS));
  private readonly errors = new Series(() => new Count());
  private readonly exclusions = new Series(() => new Count());

  /** @param name of the authorizer. */
  evaluated(name: string, seconds: number, outcome: ConditionsOutcome): void {
    const labels = { type: 'Webhook', name };
    this.durations.of(labels)?.observe(seconds);
    if (outcome === 'excluded') this.exclusions.of(labels)?.add();
    else if (outcome !== 'met') this.errors.of(labels)?.add();
  }

  addTo(add: AddMetric): void {
    const prefix = 'apiserver_authorization_match_condition_';
    const duration = `${prefix}evaluation_seconds`;
    add(duration, 'histogram', 'Time of the match conditions of an authorization webhook.', () =>
      histogramsOf(duration, this.durations),
    );
    const counters = [
      [`${prefix}evaluation_errors_total`, 'Requests whose match conditions could not be evaluated.', this.errors],
      [`${prefix}exclusions_total`, 'Requests that match conditions excluded from a webhook.', this.exclusions],
    ] as const;
    for (const [name, help, series] of counters) add(name, 'counter', help, () => countersOf(series));
  }
}
