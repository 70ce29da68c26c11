import { NEWEST_MINOR, type ReleaseGates } from '@orch/api';
import type { DamagedObject } from '@orch/registry';
import type { EventLoopWatchdog } from '@orch/process';
import type { Metric } from 'prom-client';
import type { FlowControl } from '@orch/flow-control';
import type { AdmissionMetrics } from '@orch/admission';
import { addAuditMetrics, type AuditCounts } from './audit-metrics.js';
import { addEventLoopMetrics } from './event-loop-metrics.js';
import { addFlowMetrics } from './flow-metrics.js';
import { addObjectMetrics, type ObjectCount } from './object-metrics.js';
import type { RequestMetrics } from './request-metrics.js';
import {
  type AddMetric,
  ALPHA_METRIC,
  histogram,
  metricHelp,
  metricState,
  type RequestSeries,
  type Sample,
  STABLE_METRIC,
} from '@orch/http';
import { addDamageMetrics } from './damage-metrics.js';
import { addStoreMetrics, type MeasuredStore } from './store-metrics.js';

/** The text of `/metrics` and its media type. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The content of `/metrics`. An injection token. */
export abstract class MetricsPage {
  abstract read(): Promise<MetricsText>;
}

/** Further sources of the page, and the product name in metric names. */
export interface PageSources {
  readonly product: string;
  readonly features: ReleaseGates;
  /** Undefined with plain in-flight limits. */
  readonly flows?: FlowControl | undefined;
  /** Audit event counts, by backend. Empty without audit. */
  readonly audit?: readonly AuditCounts[];
  /** The stores. */
  readonly stores?: readonly MeasuredStore[];
  /** Current objects whose stored value is damaged. Default: none. */
  readonly damagedObjects?: () => Iterable<DamagedObject>;
  /** Durations of admission. Default: not measured. */
  readonly admission?: AdmissionMetrics;
  /** Undefined when the event loop is not measured. */
  readonly watchdog?: EventLoopWatchdog | undefined;
  /** Current number of objects by resource. Default: none. */
  readonly objectCounts?: () => Iterable<ObjectCount>;
  /** Release 1.x that decides which metrics are deprecated, hidden and deleted. Default: the newest. */
  readonly emulatedMinor?: number;
  /** Hidden metrics are on the page (B-400). Default: false. */
  readonly showHidden?: boolean;
}

/** The page of one server. */
export interface OpenPage {
  readonly read: () => Promise<MetricsText>;
  /** Deprecated metrics on the page, with the release that deprecated them (B-398). */
  readonly deprecated: readonly { readonly metric: string; readonly deprecated: string }[];
}

/** One metric of the page. */
interface PageMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: () => Sample[];
}

/**
 * Makes the page of one server: its request counts (D-227), its features (D-235) and the metrics of Node. The library is loaded at
 * the first scrape, so the start does not wait for it.
 */
export function metricsPage(metrics: RequestMetrics, of: PageSources): OpenPage {
  const { emulatedMinor = NEWEST_MINOR, showHidden = false } = of;
  const shown: PageMetric[] = [];
  const deprecated: { metric: string; deprecated: string }[] = [];
  const add: AddMetric = (name, type, help, samples, life = ALPHA_METRIC) => {
    const state = metricState(life, emulatedMinor);
    if (state === 'deleted' || (state === 'hidden' && !showHidden)) return;
    if (state !== 'current') deprecated.push({ metric: name, deprecated: `1.${life.deprecated}` });
    shown.push({ name, type, help: metricHelp(help, life, emulatedMinor), samples });
  };
  addMetrics(add, metrics, of);
  let page: Promise<() => Promise<MetricsText>> | undefined;
  return { read: async () => (await (page ??= openPage(shown, emulatedMinor)))(), deprecated };
}

async function openPage(shown: readonly PageMetric[], emulatedMinor: number): Promise<() => Promise<MetricsText>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of registry.getMetricsAsArray() as unknown as { help: string }[]) {
    metric.help = metricHelp(metric.help, ALPHA_METRIC, emulatedMinor);
  }
  for (const { name, type, help, samples } of shown) {
    // The library prints any object with `get()`; its own classes would count every request a second time.
    const metric = {
      name,
      help,
      type,
      aggregator: 'sum',
      get: () => Promise.resolve({ name, help, type, aggregator: 'sum', values: samples() }),
    };
    registry.registerMetric(metric as unknown as Metric);
  }
  return async () => ({ contentType: registry.contentType, text: await registry.metrics() });
}

function addMetrics(
  add: AddMetric,
  metrics: RequestMetrics,
  {
    product,
    features,
    flows,
    audit = [],
    stores = [],
    damagedObjects = () => [],
    watchdog,
    admission,
    objectCounts = () => [],
  }: PageSources,
): void {
  addRequestMetrics(add, metrics);
  if (flows) addFlowMetrics(add, flows);
  else {
    add('apiserver_flowcontrol_rejected_requests_total', 'counter', 'Requests refused with 429 for overload.', () => [
      { value: metrics.rejected, labels: { reason: 'concurrency-limit' } },
    ]);
  }
  add(
    'apiserver_requested_deprecated_apis',
    'gauge',
    'Deprecated versions that were used, 1 each.',
    () =>
      [...metrics.deprecatedUses].map(({ removedRelease, ...labels }) => ({
        value: 1,
        labels: { ...labels, removed_release: removedRelease },
      })),
    STABLE_METRIC,
  );
  if (audit.length > 0) addAuditMetrics(add, audit);
  addStoreMetrics(add, stores);
  addObjectMetrics(add, objectCounts);
  addDamageMetrics(add, damagedObjects);
  if (watchdog) addEventLoopMetrics(add, watchdog);
  admission?.addTo(add);
  add(`${product}_feature_enabled`, 'gauge', 'Features by stage, 1 when on.', () =>
    features.states().map(({ name, stage, enabled }) => ({
      value: Number(enabled),
      labels: { name, stage: stage === 'ga' ? '' : stage.toUpperCase() },
    })),
  );
}

/** The counts of the filters. */
function addRequestMetrics(add: AddMetric, metrics: RequestMetrics): void {
  const series = () => [...metrics.all];
  add(
    'apiserver_request_total',
    'counter',
    'Requests by verb, resource, scope and HTTP code.',
    () => series().flatMap((s) => [...s.byCode].map(([code, value]) => ({ value, labels: { ...s.labels, code } }))),
    STABLE_METRIC,
  );
  add(
    'apiserver_request_duration_seconds',
    'histogram',
    'Time from request to end of answer. Watches are left out.',
    () => series().flatMap((s) => histogram('apiserver_request_duration_seconds', s.labels, s.durations)),
    STABLE_METRIC,
  );
  add(
    'apiserver_response_sizes',
    'histogram',
    'Bytes of answers to reads.',
    () => series().flatMap((s) => histogram('apiserver_response_sizes', s.labels, s.sizes)),
    STABLE_METRIC,
  );
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
  add(
    'apiserver_cache_list_total',
    'counter',
    'Lists that were answered from the watch cache.',
    () => listsOf(series()),
    { stability: 'ALPHA', deprecated: 37 },
  );
}

/** Answered lists by resource. Every list is answered from the cache, without an index of its own. */
function listsOf(series: readonly RequestSeries[]): Sample[] {
  const counts = new Map<string, Sample>();
  for (const { labels, byCode } of series) {
    const answered = byCode.get(200);
    if (labels['verb'] !== 'list' || answered === undefined) continue;
    const { group = '', resource = '' } = labels;
    const key = `${group}/${resource}`;
    const value = (counts.get(key)?.value ?? 0) + answered;
    counts.set(key, { value, labels: { group, resource, index: '' } });
  }
  return [...counts.values()];
}
