import type { Revision, Stored } from './storage.js';

/** A consistent snapshot of a store, to be read once, in key order. */
export interface StoreSnapshot {
  /** Every change up to this revision is included, none after. */
  readonly revision: Revision;
  readonly items: AsyncIterable<Stored>;
  /** The current value of a key, at the revision of the snapshot or later. */
  get(key: string): Promise<Stored | undefined>;
  /** The current revision of the store: equals `revision` until the next write. */
  newestRevision(): Promise<Revision>;
  /** Releases the snapshot. The items cannot be read afterwards. */
  close(): Promise<void>;
}
