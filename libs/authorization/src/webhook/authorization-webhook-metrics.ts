import { type AddMetric, Buckets, Count, countersOf, histogramsOf, Series } from '@orch/http';

/** Upper bounds of the duration buckets, seconds. */
const CALL_BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How a call ended. */
export type CallResult = 'success' | 'timeout' | 'error';

/** Calls of authorization webhooks by name, with the names and labels of kube-apiserver. Those answered from the cache are none. */
export class AuthorizationWebhookMetrics {
  private readonly evaluations = new Series(() => new Count());
  private readonly durations = new Series(() => new Buckets(CALL_BUCKETS));
  private readonly failedOpen = new Series(() => new Count());

  called(name: string, seconds: number, result: CallResult): void {
    const labels = { name, result };
    this.evaluations.of(labels)?.add();
    this.durations.of(labels)?.observe(seconds);
  }

  /** A failed call has no opinion. */
  ignored(name: string, result: CallResult): void {
    this.failedOpen.of({ name, result })?.add();
  }

  addTo(add: AddMetric): void {
    const prefix = 'apiserver_authorization_webhook_';
    const duration = `${prefix}duration_seconds`;
    add(duration, 'histogram', 'Time of the calls of authorization webhooks, with repetitions.', () =>
      histogramsOf(duration, this.durations),
    );
    const counters = [
      [`${prefix}evaluations_total`, 'Calls of authorization webhooks.', this.evaluations],
      [`${prefix}evaluations_fail_open_total`, 'Failed calls that left the decision to others.', this.failedOpen],
    ] as const;
    for (const [name, help, series] of counters) add(name, 'counter', help, () => countersOf(series));
  }
}
