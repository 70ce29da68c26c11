import type { Revision } from '../storage.js';

/** An entry of the log is damaged or missing. Internal to the driver; callers get StorageError Corrupted, or Compacted for history. */
export class EntryDamage extends Error {
  override readonly name = 'EntryDamage';

  constructor(
    readonly revision: Revision,
    /** What is wrong with it. */
    readonly what: string,
  ) {
    super(`the record of revision ${revision} is damaged: ${what}`);
  }
}
