import { isDiskBound, isShared, type SharedStorageStatus, type Storage } from '@orch/storage';
import { type Buckets, type AddMetric, histogram, type Sample, STABLE_METRIC } from '@orch/http';

/** A store with metrics. */
export interface MeasuredStore {
  /** The label `store`. */
  readonly name: string;
  readonly storage: Storage;
  readonly telemetry: { readonly calls: ReadonlyMap<string, Buckets>; readonly epochs: number } | undefined;
}

interface SharedStore {
  readonly labels: { readonly store: string };
  readonly telemetry: MeasuredStore['telemetry'];
}

/** The size of stores in a file, and how far this server is behind its shared stores. No metrics without one of that kind. */
export function addStoreMetrics(add: AddMetric, stores: readonly MeasuredStore[]): void {
  addSizes(add, stores);
  const shared = stores.flatMap(({ name, storage, telemetry }) =>
    isShared(storage) ? [{ labels: { store: name }, storage, telemetry }] : [],
  );
  if (shared.length === 0) return;
  const each = (value: (status: SharedStorageStatus, storage: Storage) => number) => (): Sample[] =>
    shared.map(({ labels, storage }) => ({ labels, value: value(storage.status(), storage) }));
  add(
    'apiserver_storage_connected',
    'gauge',
    'Whether the store can be written now, as far as is known.',
    each(({ connected }) => Number(connected)),
  );
  add(
    'apiserver_storage_behind_seconds',
    'gauge',
    'For how long this server has been behind the store.',
    each(({ behindMs }) => behindMs / 1_000),
  );
  add(
    'apiserver_storage_behind_revisions',
    'gauge',
    'Revisions of the store that this server has not got yet.',
    each(({ newestRevision }, { revision }) => Math.max(newestRevision - revision, 0)),
  );
  add(
    'apiserver_storage_revision',
    'gauge',
    'Revision up to which this server has followed the store.',
    each((_status, { revision }) => revision),
  );
  add(
    'apiserver_storage_log_length',
    'gauge',
    'Changes kept in the history of the store.',
    each((s) => s.logLength),
  );
  add(
    'apiserver_storage_reconnects_total',
    'counter',
    'Reconnects to the store.',
    each(({ reconnects }) => reconnects),
  );
  add(
    'apiserver_storage_rebuilds_total',
    'counter',
    'Reloads because the position in the history was lost.',
    each(({ rebuilds }) => rebuilds),
  );
  addTelemetry(add, shared);
}

function addSizes(add: AddMetric, stores: readonly MeasuredStore[]): void {
  const sizes = stores.flatMap(({ name, storage }) => (isDiskBound(storage) ? [{ name, storage }] : []));
  if (sizes.length === 0) return;
  add(
    'apiserver_storage_size_bytes',
    'gauge',
    'Size of the database file.',
    () => sizes.map(({ name, storage }) => ({ labels: { storage_cluster_id: name }, value: storage.fileBytes })),
    STABLE_METRIC,
  );
}

/** Epochs and call durations, where the driver counts them. */
function addTelemetry(add: AddMetric, shared: readonly SharedStore[]): void {
  add('apiserver_storage_epochs_total', 'counter', 'How often the store went on after a restart or a fail-over.', () =>
    shared.flatMap(({ labels, telemetry }) => (telemetry ? [{ labels, value: telemetry.epochs }] : [])),
  );
  const calls = 'apiserver_storage_function_duration_seconds';
  add(calls, 'histogram', 'Time from call to answer of the functions inside the store.', () =>
    shared.flatMap(({ labels, telemetry }) =>
      [...(telemetry?.calls ?? [])].flatMap(([name, buckets]) =>
        histogram(calls, { ...labels, function: name }, buckets),
      ),
    ),
  );
}
