import type { Entry } from '../cache/entry.js';

/** Concurrent deletes of one collection. */
const DELETES_AT_ONCE = 64;
/** Size of the objects of concurrent deletes: each is decoded and encoded before it waits for the store. */
const BYTES_AT_ONCE = 512 * 1_024;

/** Objects that are deleted concurrently. */
export interface DeleteBatch {
  readonly entries: readonly Entry[];
  /** Size of its objects. */
  readonly bytes: number;
}

/** Divides the objects of a collection, in order. A larger object than a batch may have is one by itself. */
export function deleteBatches(entries: readonly Entry[]): DeleteBatch[] {
  const batches: { readonly entries: Entry[]; bytes: number }[] = [];
  for (const entry of entries) {
    const { length } = entry;
    let batch = batches.at(-1);
    if (!batch || batch.entries.length === DELETES_AT_ONCE || batch.bytes + length > BYTES_AT_ONCE)
      batches.push((batch = { entries: [], bytes: 0 }));
    batch.entries.push(entry);
    batch.bytes += length;
  }
  return batches;
}
