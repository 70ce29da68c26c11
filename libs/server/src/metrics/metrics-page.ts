import { NEWEST_MINOR, type ReleaseGates } from '@orch/api';
import type { DamagedObject } from '@orch/registry';
import type { EventLoopWatchdog } from '@orch/process';
import type { VersionInfo } from '@orch/discovery';
import type { FlowControl } from '@orch/flow-control';
import type { AdmissionMetrics } from '@orch/admission';
import { addRequestMetrics } from './add-request-metrics.js';
import { addAuditMetrics, type AuditCounts } from './audit-metrics.js';
import { addEventLoopMetrics } from './event-loop-metrics.js';
import { addFlowMetrics } from './flow-metrics.js';
import { addObjectMetrics, type ObjectCount } from './object-metrics.js';
import { addWatchMetrics, type WatchCount } from './watch-metrics.js';
import type { RequestMetrics } from './request-metrics.js';
import {
  type AddMetric,
  ALPHA_METRIC,
  inTurns,
  metricHelp,
  metricState,
  OWN_FLOW,
  type Sample,
  STABLE_METRIC,
} from '@orch/http';
import { type PageMetric, pageText } from './page-metric.js';
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

/** Metrics that a library counts itself. */
export interface MetricSource {
  readonly addTo: (add: AddMetric) => void;
}

/** Further sources of the page, and the product name in metric names. */
export interface PageSources {
  readonly product: string;
  readonly features: ReleaseGates;
  /** Undefined with plain in-flight limits. */
  readonly flows?: FlowControl | undefined;
  /** Undefined without audit. */
  readonly audit?: AuditCounts | undefined;
  /** The stores. */
  readonly stores?: readonly MeasuredStore[];
  /** Current objects whose stored value is damaged. Default: none. */
  readonly damagedObjects?: () => Iterable<DamagedObject>;
  /** Durations of admission. Default: not measured. */
  readonly admission?: AdmissionMetrics;
  /** Metrics of other libraries. Default: none. */
  readonly others?: readonly MetricSource[];
  /** Undefined when the event loop is not measured. */
  readonly watchdog?: EventLoopWatchdog | undefined;
  /** Current number of objects by resource. Default: none. */
  readonly objectCounts?: () => Iterable<ObjectCount>;
  /** What became of changes and watches, by resource. Default: none. */
  readonly watchCounts?: () => Iterable<WatchCount>;
  /** Default: not on the page. */
  readonly build?: VersionInfo;
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

/**
 * Makes the page of one server: its request counts (D-227), its features (D-235) and the metrics of Node. The library is loaded at
 * the first scrape, so the start does not wait for it.
 */
export function metricsPage(metrics: RequestMetrics, of: PageSources): OpenPage {
  const { emulatedMinor = NEWEST_MINOR, showHidden = false } = of;
  const shown: PageMetric[] = [];
  const deprecated: { metric: string; deprecated: string }[] = [];
  const registered = new Map<string, Sample & { value: number }>();
  let hidden = 0;
  const add: AddMetric = (name, type, help, samples, life = ALPHA_METRIC) => {
    const state = metricState(life, emulatedMinor);
    if (state === 'deleted') return;
    if (state === 'hidden') hidden++;
    if (state === 'hidden' && !showHidden) return;
    const since = life.deprecated === undefined ? '' : `1.${life.deprecated}.0`;
    const counted = registered.get(`${life.stability} ${since}`);
    if (counted) counted.value++;
    else registered.set(`${life.stability} ${since}`, { value: 1, labels: { stability_level: life.stability, deprecated_version: since } }); // prettier-ignore
    if (state !== 'current') deprecated.push({ metric: name, deprecated: `1.${life.deprecated}` });
    shown.push({ name, type, help: metricHelp(help, life, emulatedMinor), samples });
  };
  addMetrics(add, metrics, of);
  add('hidden_metrics_total', 'counter', 'Hidden metrics.', () => [{ value: hidden, labels: {} }]);
  add('registered_metrics_total', 'counter', 'Metrics of this page, without those of Node, by stability and the release that deprecated them.', () => registered.values()); // prettier-ignore
  let page: Promise<() => Promise<MetricsText>> | undefined;
  let reading: Promise<MetricsText> | undefined;
  const read = async (): Promise<MetricsText> => (await (page ??= openPage(shown, emulatedMinor)))();
  // Concurrent scrapes share one text, which may have megabytes.
  const readOnce = (): Promise<MetricsText> => (reading ??= read().finally(() => (reading = undefined)));
  return { read: readOnce, deprecated };
}

async function openPage(shown: readonly PageMetric[], emulatedMinor: number): Promise<() => Promise<MetricsText>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of registry.getMetricsAsArray() as unknown as { help: string }[]) {
    metric.help = metricHelp(metric.help, ALPHA_METRIC, emulatedMinor);
  }
  return async () => {
    const ofNode = await registry.metrics();
    return {
      contentType: registry.contentType,
      text: `${ofNode}\n${await inTurns(pageText(shown), { flow: OWN_FLOW })}`,
    };
  };
}

function addMetrics(
  add: AddMetric,
  metrics: RequestMetrics,
  {
    product,
    features,
    flows,
    audit,
    stores = [],
    damagedObjects = () => [],
    watchdog,
    admission,
    others = [],
    objectCounts = () => [],
    watchCounts = () => [],
    build,
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
  if (audit) addAuditMetrics(add, audit);
  addStoreMetrics(add, stores);
  addObjectMetrics(add, objectCounts);
  addWatchMetrics(add, watchCounts);
  addDamageMetrics(add, damagedObjects);
  if (watchdog) addEventLoopMetrics(add, watchdog);
  admission?.addTo(add);
  for (const other of others) other.addTo(add);
  if (build)
    add(`${product}_build_info`, 'gauge', 'Version of the program, 1.', () => [
      { value: 1, labels: buildLabels(build) },
    ]);
  add(`${product}_feature_enabled`, 'gauge', 'Features by stage, 1 when on.', () =>
    features.states().map(({ name, stage, enabled }) => ({
      value: Number(enabled),
      labels: { name, stage: stage === 'ga' ? '' : stage.toUpperCase() },
    })),
  );
}

const buildLabels = (build: VersionInfo): Sample['labels'] => ({
  major: build.major,
  minor: build.minor,
  git_version: build.gitVersion,
  git_commit: build.gitCommit,
  git_tree_state: build.gitTreeState,
  build_date: build.buildDate,
  go_version: build.goVersion,
  compiler: build.compiler,
  platform: build.platform,
});
