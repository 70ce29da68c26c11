import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent, Stored } from '../storage.js';

/** Reads the state at a revision; undefined when it was trimmed. */
export type ReadStored = (revision: Revision) => Stored | undefined;

/**
 * An event whose previous state is read from disk on first access: most watches never read it, and writers should not
 * pay for it. It is readable as long as the event is inside the history window.
 */
export class CommittedEvent implements StorageEvent {
  private before: Stored | undefined;

  constructor(
    readonly type: 'put' | 'delete',
    readonly key: string,
    readonly value: Buffer,
    readonly revision: Revision,
    readonly timeMs: number,
    private readonly previousRevision: Revision,
    private readonly readStored: ReadStored,
  ) {}

  /** @throws StorageError Compacted when the event has left the history window before the first access. */
  get previous(): Stored | undefined {
    if (this.previousRevision === 0) return undefined;
    this.before ??= this.readStored(this.previousRevision);
    if (this.before === undefined) throw new StorageError('Compacted', this.key, { revision: this.previousRevision });
    return this.before;
  }
}
