import { type AddMetric, Buckets, Count, countersOf, histogramsOf, Series, STABLE_METRIC } from '@orch/http';
import type { AdmissionOperation } from '@orch/registry';

/** Upper bounds of the duration buckets, seconds. */
const CALL_BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];

/** Why a call refused its request. */
export type RejectionType = 'no_error' | 'calling_webhook_error' | 'apiserver_internal_error';

/** One finished call of a webhook. */
export interface FinishedCall {
  readonly webhook: string;
  readonly type: 'admit' | 'validating';
  readonly operation: AdmissionOperation;
  /** HTTP status of the outcome: 200 where the webhook allowed the request. */
  readonly code: number;
  /** Undefined: the request goes on. */
  readonly rejection: RejectionType | undefined;
  readonly seconds: number;
}

/** Calls of admission webhooks, with the names and labels of kube-apiserver. */
export class WebhookMetrics {
  private readonly durations = new Series(() => new Buckets(CALL_BUCKETS));
  private readonly requests = new Series(() => new Count());
  private readonly rejections = new Series(() => new Count());
  private readonly failedOpen = new Series(() => new Count());

  finished({ webhook: name, type, operation, code, rejection, seconds }: FinishedCall): void {
    const rejected = String(rejection !== undefined);
    this.durations.of({ name, type, operation, rejected })?.observe(seconds);
    this.requests.of({ name, type, operation, code: String(code), rejected })?.add();
    if (rejection === undefined) return;
    this.rejections.of({ name, type, operation, error_type: rejection, rejection_code: String(code) })?.add();
  }

  /** A failed call was ignored. */
  ignored(name: string, type: FinishedCall['type']): void {
    this.failedOpen.of({ name, type })?.add();
  }

  /** No configuration has webhooks of these names any more: their series go. */
  removed(type: FinishedCall['type'], names: ReadonlySet<string>): void {
    for (const series of [this.durations, this.requests, this.rejections, this.failedOpen])
      series.drop((labels) => labels['type'] === type && names.has(labels['name']!));
  }

  addTo(add: AddMetric): void {
    const duration = 'apiserver_admission_webhook_admission_duration_seconds';
    add(
      duration,
      'histogram',
      'Time of the calls of admission webhooks.',
      () => histogramsOf(duration, this.durations),
      STABLE_METRIC,
    );
    const counters = [
      ['apiserver_admission_webhook_request_total', 'Calls of admission webhooks.', this.requests],
      ['apiserver_admission_webhook_rejection_count', 'Requests that admission webhooks refused.', this.rejections],
      ['apiserver_admission_webhook_fail_open_count', 'Failed calls that were ignored.', this.failedOpen],
    ] as const;
    for (const [name, help, series] of counters) {
      add(name, 'counter', help, () => countersOf(series));
    }
  }
}
