import type { Revision, Stored } from './storage.js';

/** A driver whose empty store can be filled with another store's content: for restore and migration. */
export interface BulkWritable {
  /**
   * Writes every item with exactly its bytes and its revision into a store that was never written to, then sets the store's revision to
   * `revision`, without history: `oldestRevision` is `revision` too, and watches from earlier revisions get Compacted. Call it before
   * any other operation; open watches end with Compacted, concurrent writes fail with Unavailable.
   *
   * All or nothing for callers: when it rejects, or the process dies before the end, every later open fails with
   * FillError Unfinished.
   * @param items in key order (by bytes), as lists and loads return them. Drivers read them through `checkedItems`.
   * @param revision at least 1, and at least every item's.
   * @throws FillError NotEmpty: the store was written to before; nothing was changed. BadItem: see `checkedItems`. TooHigh: `revision` exceeds
   * the driver's maximum; nothing was changed.
   * @throws StorageError Unavailable; what `items` throws.
   */
  fill(items: AsyncIterable<Stored>, revision: Revision): Promise<void>;
}

export const isBulkWritable = (storage: object): storage is BulkWritable => 'fill' in storage;
