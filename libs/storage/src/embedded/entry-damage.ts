import type { Revision } from '../storage.js';

/** An entry of the log is damaged or missing. Inside the driver: outside it is StorageError Corrupted, or Compacted for history. */
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
