import { CONTROL_PLANE_METRICS, type ControlPlane, controlPlaneOf } from './control-plane';
import { readMetrics, type Sample } from './metrics-text';

const OBJECTS = 'apiserver_resource_objects';
const REQUESTS = 'apiserver_request_total';
const DURATIONS = 'apiserver_request_duration_seconds_bucket';
const MEMORY = 'process_resident_memory_bytes';
const CPU = 'process_cpu_seconds_total';

/** What one reading of `/metrics` says; counters are since the start of the server. */
export interface Reading {
  readonly timeMs: number;
  readonly reads: number;
  readonly writes: number;
  readonly errors: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** Number of requests answered within a bound in seconds, by the bound; watches are not among them. */
  readonly withinSeconds: ReadonlyMap<number, number>;
  readonly objects: readonly { readonly group: string; readonly resource: string; readonly count: number }[];
  readonly controlPlane: ControlPlane;
}

const READ_VERBS = new Set(['GET', 'LIST']);
const LONG_VERBS = new Set(['WATCH', 'CONNECT', 'WATCHLIST']);

const sum = (samples: readonly Sample[], isCounted: (sample: Sample) => boolean): number =>
  samples.reduce((total, sample) => (isCounted(sample) ? total + sample.value : total), 0);

export function readingOf(text: string, timeMs: number): Reading {
  const metrics = readMetrics(text, [OBJECTS, REQUESTS, DURATIONS, MEMORY, CPU, ...CONTROL_PLANE_METRICS]);
  const of = (name: string): readonly Sample[] => metrics.get(name) ?? [];
  const withinSeconds = new Map<number, number>();
  for (const { labels, value } of of(DURATIONS)) {
    if (LONG_VERBS.has(labels.verb ?? '')) continue;
    const bound = labels.le === '+Inf' ? Infinity : Number(labels.le);
    withinSeconds.set(bound, (withinSeconds.get(bound) ?? 0) + value);
  }
  const verb = ({ labels }: Sample): string => labels.verb ?? '';
  return {
    timeMs,
    reads: sum(of(REQUESTS), (sample) => READ_VERBS.has(verb(sample))),
    writes: sum(of(REQUESTS), (sample) => !READ_VERBS.has(verb(sample)) && !LONG_VERBS.has(verb(sample))),
    errors: sum(of(REQUESTS), ({ labels }) => (labels.code ?? '').startsWith('5')),
    cpuSeconds: of(CPU)[0]?.value ?? 0,
    memoryBytes: of(MEMORY)[0]?.value ?? 0,
    withinSeconds,
    objects: of(OBJECTS).map(({ labels, value }) => ({
      group: labels.group ?? '',
      resource: labels.resource ?? '',
      count: value,
    })),
    controlPlane: controlPlaneOf(metrics),
  };
}

/** What happened between two readings. */
export interface Rates {
  readonly timeMs: number;
  readonly readsPerSecond: number;
  readonly writesPerSecond: number;
  readonly errorsPerSecond: number;
  /** Half of the requests were answered within this; null when there were none. */
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
  /** Cores in use. */
  readonly cores: number;
  /** Changes of objects that were sent to watches. */
  readonly changesPerSecond: number;
  /** For how long a change waits before it is sent to watches, at the worst percent of the last interval: for a shared store, and for the event loop. */
  readonly watchLagMs: number;
}

/** undefined when the server was started again between them: its counters began at 0 again. */
export function ratesBetween(before: Reading, after: Reading): Rates | undefined {
  const seconds = (after.timeMs - before.timeMs) / 1_000;
  if (seconds <= 0 || after.reads < before.reads || after.cpuSeconds < before.cpuSeconds) return undefined;
  return {
    timeMs: after.timeMs,
    readsPerSecond: (after.reads - before.reads) / seconds,
    writesPerSecond: (after.writes - before.writes) / seconds,
    errorsPerSecond: (after.errors - before.errors) / seconds,
    medianMs: quantileMs(before, after, 0.5),
    p99Ms: quantileMs(before, after, 0.99),
    cores: (after.cpuSeconds - before.cpuSeconds) / seconds,
    changesPerSecond: (after.controlPlane.changes - before.controlPlane.changes) / seconds,
    watchLagMs: after.controlPlane.watchLagMs,
  };
}

/** Between the bounds of the histogram the duration is interpolated, as Prometheus does. */
function quantileMs(before: Reading, after: Reading, quantile: number): number | null {
  const bounds = [...after.withinSeconds.keys()].toSorted((a, b) => a - b);
  const counts = bounds.map((bound) => (after.withinSeconds.get(bound) ?? 0) - (before.withinSeconds.get(bound) ?? 0));
  const all = counts.at(-1) ?? 0;
  if (all <= 0) return null;
  const wanted = all * quantile;
  const index = counts.findIndex((count) => count >= wanted);
  const upper = bounds[index] ?? Infinity;
  const lower = bounds[index - 1] ?? 0;
  if (upper === Infinity) return lower * 1_000;
  const below = counts[index - 1] ?? 0;
  const inside = (counts[index] ?? 0) - below;
  return (lower + ((upper - lower) * (wanted - below)) / Math.max(1, inside)) * 1_000;
}
