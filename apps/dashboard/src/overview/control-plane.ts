import type { Sample } from './metrics-text';

const TALKERS = 'apiserver_top_client_requests_per_second';
const WATCHES = 'apiserver_longrunning_requests';
const CHANGES = 'apiserver_watch_cache_events_dispatched_total';
const SLOW_WATCHES = 'apiserver_terminated_watchers_total';
const LOOP_DELAY = 'nodejs_eventloop_lag_p99_seconds';
const SIZE = 'apiserver_storage_size_bytes';
const CONNECTED = 'apiserver_storage_connected';
const BEHIND_SECONDS = 'apiserver_storage_behind_seconds';
const BEHIND_REVISIONS = 'apiserver_storage_behind_revisions';
const RECONNECTS = 'apiserver_storage_reconnects_total';
const DAMAGED = 'apiserver_storage_damaged_objects';

const CERTIFICATES = 'apiserver_client_certificate_expiration_seconds_bucket';

/** Metrics that are read for it. */
export const CONTROL_PLANE_METRICS = [
  CERTIFICATES,
  ...[TALKERS, WATCHES, CHANGES, SLOW_WATCHES, LOOP_DELAY],
  ...[SIZE, CONNECTED, BEHIND_SECONDS, BEHIND_REVISIONS, RECONNECTS, DAMAGED],
];

const WEEK_SECONDS = 7 * 86_400;

/** The delay that is measured when the event loop has nothing to do: the resolution of the measurement. */
const IDLE_DELAY_MS = 10;

/** A client, and how many requests per second it sends. */
export interface Talker {
  /** '' are all clients that are not counted one by one. */
  readonly user: string;
  /** Its program; '' when it does not say. */
  readonly client: string;
  readonly perSecond: number;
}

/** A store of objects. */
export interface StoreState {
  readonly name: string;
  /** Of its file; undefined when it has none. */
  readonly bytes: number | undefined;
  /** Of a store that servers share; undefined for others. */
  readonly shared: SharedState | undefined;
}

interface SharedState {
  readonly isConnected: boolean;
  readonly behindSeconds: number;
  readonly behindRevisions: number;
  readonly reconnects: number;
}

/** What `/metrics` says about stores, watches and clients. */
export interface ControlPlane {
  /** The most active first. */
  readonly talkers: readonly Talker[];
  /** Watches that are open. */
  readonly watches: number;
  /** Changes sent to watches since the start. */
  readonly changes: number;
  /** Watches that the server ended since its start because their clients did not read. */
  readonly slowWatches: number;
  readonly watchLagMs: number;
  readonly stores: readonly StoreState[];
  readonly damagedObjects: number;
  /** Requests since the start whose client certificate was valid for a week at most. */
  readonly soonCertificates: number;
}

type Metrics = ReadonlyMap<string, readonly Sample[]>;

export function controlPlaneOf(metrics: Metrics): ControlPlane {
  const of = (name: string): readonly Sample[] => metrics.get(name) ?? [];
  const sum = (samples: readonly Sample[]): number => samples.reduce((total, { value }) => total + value, 0);
  const most = (name: string): number => Math.max(0, ...of(name).map(({ value }) => value));
  const loopDelayMs = Math.max(0, most(LOOP_DELAY) * 1_000 - IDLE_DELAY_MS);
  return {
    talkers: of(TALKERS)
      .map(({ labels, value }) => ({ user: labels.user ?? '', client: labels.client ?? '', perSecond: value }))
      .toSorted((a, b) => b.perSecond - a.perSecond),
    watches: sum(of(WATCHES).filter(({ labels }) => labels.verb === 'WATCH')),
    changes: sum(of(CHANGES)),
    slowWatches: sum(of(SLOW_WATCHES)),
    watchLagMs: Math.round((most(BEHIND_SECONDS) * 1_000 + loopDelayMs) * 100) / 100,
    stores: storesOf(metrics),
    damagedObjects: sum(of(DAMAGED)),
    soonCertificates: sum(of(CERTIFICATES).filter(({ labels }) => Number(labels.le) === WEEK_SECONDS)),
  };
}

function storesOf(metrics: Metrics): StoreState[] {
  const sizes = new Map(metrics.get(SIZE)?.map(({ labels, value }) => [labels.storage_cluster_id ?? '', value]));
  const shared = new Map(metrics.get(CONNECTED)?.map(({ labels, value }) => [labels.store ?? '', value]));
  const valueOf = (metric: string, store: string): number =>
    metrics.get(metric)?.find(({ labels }) => labels.store === store)?.value ?? 0;
  return [...new Set([...sizes.keys(), ...shared.keys()])].map((name) => ({
    name,
    bytes: sizes.get(name),
    shared: shared.has(name)
      ? {
          isConnected: shared.get(name) === 1,
          behindSeconds: valueOf(BEHIND_SECONDS, name),
          behindRevisions: valueOf(BEHIND_REVISIONS, name),
          reconnects: valueOf(RECONNECTS, name),
        }
      : undefined,
  }));
}
