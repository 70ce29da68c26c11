import type { ReadOptions, Revision, Stored } from './storage.js';

/** A driver that can read everything at once without a promise for each item: for filling a cache at start. */
export interface BulkReadable {
  /**
   * Calls `visit` for every key under `prefix` in a consistent snapshot, in key order, in many short turns of the event loop.
   * Returns the revision of the snapshot: watch from there on.
   * @throws StorageError Corrupted for a damaged value, unless `onDamaged` is given.
   */
  loadAll(prefix: string, visit: (stored: Stored) => void, options?: ReadOptions): Promise<Revision>;
}

export const isBulkReadable = (storage: object): storage is BulkReadable => 'loadAll' in storage;
