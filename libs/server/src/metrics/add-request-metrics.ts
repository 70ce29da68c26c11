import { type AddMetric, histogram, samplesOf, type RequestSeries, type Sample, STABLE_METRIC } from '@orch/http';
import { addClientRates } from './client-rates.js';
import type { RequestMetrics } from './request-metrics.js';

/** Codes of requests that the server ended to protect itself. */
const TERMINATIONS: ReadonlySet<number> = new Set([429, 504]);
const OWN_DURATIONS = 'apiserver_request_sli_duration_seconds';
const BODY_SIZES = 'apiserver_request_body_size_bytes';

/** The counts of the filters. */
export function addRequestMetrics(add: AddMetric, metrics: RequestMetrics): void {
  add(
    'apiserver_request_total',
    'counter',
    'Requests by verb, resource, scope and HTTP code.',
    () =>
      samplesOf(metrics.all, (s) => [...s.byCode].map(([code, value]) => ({ value, labels: { ...s.labels, code } }))),
    STABLE_METRIC,
  );
  add(
    'apiserver_request_duration_seconds',
    'histogram',
    'Time from request to end of answer. Watches are left out.',
    () => samplesOf(metrics.all, (s) => histogram('apiserver_request_duration_seconds', s.labels, s.durations)),
    STABLE_METRIC,
  );
  add(
    OWN_DURATIONS,
    'histogram',
    'Time from request to end of answer, without webhooks and queues. Watches are left out.',
    () =>
      samplesOf(metrics.ownDurations.values(), ({ labels, durations }) => histogram(OWN_DURATIONS, labels, durations)),
  );
  add(
    'apiserver_response_sizes',
    'histogram',
    'Bytes of answers to reads.',
    () => samplesOf(metrics.all, (s) => histogram('apiserver_response_sizes', withoutDryRun(s), s.sizes)),
    STABLE_METRIC,
  );
  add(BODY_SIZES, 'histogram', 'Bytes of request bodies whose length was announced.', () =>
    samplesOf(metrics.bodies.values(), ({ labels, sizes }) => histogram(BODY_SIZES, labels, sizes)),
  );
  add(
    'apiserver_request_terminations_total',
    'counter',
    'Requests that the server ended to protect itself: too many, or too slow.',
    () => samplesOf(metrics.all, terminationsOf),
  );
  addCurrentRequests(add, metrics);
  add('apiserver_tls_handshake_errors_total', 'counter', 'TLS handshakes that failed.', () => [
    { value: metrics.failedHandshakes, labels: {} },
  ]);
  metrics.access.addTo(add);
  addClientRates(add, metrics.clients);
  add(
    'apiserver_cache_list_total',
    'counter',
    'Lists that were answered from the watch cache.',
    () => listsOf(metrics.all),
    { stability: 'ALPHA', deprecated: 37 },
  );
}

function addCurrentRequests(add: AddMetric, metrics: RequestMetrics): void {
  add(
    'apiserver_current_inflight_requests',
    'gauge',
    'Requests under way, without watches.',
    () => [
      { value: metrics.inFlight.readOnly, labels: { request_kind: 'readOnly' } },
      { value: metrics.inFlight.mutating, labels: { request_kind: 'mutating' } },
    ],
    STABLE_METRIC,
  );
  add(
    'apiserver_longrunning_requests',
    'gauge',
    'Watches and other long requests that are open.',
    () => [...metrics.longRunning.values()].map(({ labels, count }) => ({ value: count, labels })),
    STABLE_METRIC,
  );
}

/** Only writes have a dry run. */
function withoutDryRun({ labels }: RequestSeries): RequestSeries['labels'] {
  const { dry_run: _, ...rest } = labels;
  return rest;
}

/** An eviction that has to wait is answered with 429, too. */
const terminationsOf = (series: RequestSeries): Sample[] =>
  series.labels['subresource'] === 'eviction'
    ? []
    : [...series.byCode]
        .filter(([code]) => TERMINATIONS.has(code))
        .map(([code, value]) => ({ value, labels: { ...withoutDryRun(series), code } }));

/** Answered lists by resource. Every list is answered from the cache, without an index of its own. */
function listsOf(series: Iterable<RequestSeries>): Sample[] {
  const counts = new Map<string, Sample>();
  for (const { labels, byCode } of series) {
    const answered = byCode.get(200);
    if (labels['verb'] !== 'LIST' || answered === undefined) continue;
    const { group = '', resource = '' } = labels;
    const key = `${group}/${resource}`;
    const value = (counts.get(key)?.value ?? 0) + answered;
    counts.set(key, { value, labels: { group, resource, index: '' } });
  }
  return [...counts.values()];
}
