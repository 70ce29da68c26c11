import type { Revision, Stored } from './storage.js';

/** A driver whose empty store can be filled with another store's content: for restoring and moving. */
export interface BulkWritable {
  /**
   * Writes every item with exactly its bytes and its revision into a store that was never written to, then lets the store stand at
   * `revision` with no history: `oldestRevision` is `revision` too, and watches from before it get Compacted. To be called before
   * anything else is done with the storage; watches that are open end with Compacted, writes meanwhile fail with Unavailable.
   *
   * All or nothing as seen from outside: when it rejects, or the process dies in the middle, every later open fails with
   * FillError Unfinished.
   * @param items in key order (by bytes), as lists and loads give them. Drivers read them through `checkedItems`.
   * @param revision at least 1, and at least every item's.
   * @throws FillError NotEmpty: the store was written to before; nothing was changed. BadItem: see `checkedItems`. TooHigh: the driver has no
   * room for `revision`; nothing was changed.
   * @throws StorageError Unavailable; what `items` throws.
   */
  fill(items: AsyncIterable<Stored>, revision: Revision): Promise<void>;
}

export const isBulkWritable = (storage: object): storage is BulkWritable => 'fill' in storage;
