import type { Revision, Stored } from './storage.js';

/** Everything a store held at one moment, to be read once, in key order. */
export interface StoreSnapshot {
  /** The moment: every change up to this revision is in, none after. */
  readonly revision: Revision;
  readonly items: AsyncIterable<Stored>;
  /** A key as it stands, at that moment or a little later. */
  get(key: string): Promise<Stored | undefined>;
  /** What the store stands at by now: `revision` as long as nobody wrote. */
  newestRevision(): Promise<Revision>;
  /** Lets go of what it holds. The items are not read any further. */
  close(): Promise<void>;
}
