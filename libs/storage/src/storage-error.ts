import type { Revision } from './revision.js';

/**
 * `Unavailable`: the outcome of a write is unknown; read before you retry. `Refused`: the store takes no writes now (its memory is full, it
 * is not reachable), and nothing was written. `Compacted`: history does not reach that far
 * back. `Locked`: another process has the data directory open. `Lost`: a shared store came back without changes that were already
 * seen here; what was read before must be read anew. `Corrupted`: the stored value of that key is damaged or missing, see `corrupted`; other
 * keys can be read, and the key can be deleted. `PreconditionFailed`: the other key that the write depends on, which `key` names, was changed
 * or deleted; reads that have reached `revision` see it. Nothing was written.
 */
export type StorageErrorCode =
  | 'KeyNotFound'
  | 'KeyExists'
  | 'Conflict'
  | 'PreconditionFailed'
  | 'Compacted'
  | 'Unavailable'
  | 'Refused'
  | 'Locked'
  | 'Lost'
  | 'Corrupted';

export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    readonly code: StorageErrorCode,
    /** The key, or for `Locked` the data directory. */
    readonly key: string,
    options?: { message?: string; revision?: Revision; what?: string; cause?: unknown },
  ) {
    super(options?.message ?? `${code}: ${key}`, options?.cause === undefined ? undefined : { cause: options.cause });
    this.revision = options?.revision;
    this.what = options?.what;
  }

  /** The revision that stands there, where the code tells of one. */
  readonly revision: Revision | undefined;
  /** Of `Corrupted`: what is wrong with the value, in a few words. Of `Refused`: why, in words for the user, where that is known. */
  readonly what: string | undefined;
}

/**
 * The stored value of `key` cannot be read.
 * @param what the damage, to be read after "the stored value of KEY is damaged: ", such as `wrong checksum` or `the value is missing`.
 * @param revision the revision the key points at.
 */
export const corrupted = (key: string, what: string, revision: Revision): StorageError =>
  new StorageError('Corrupted', key, {
    message: `the stored value of ${JSON.stringify(key)} at revision ${revision} is damaged: ${what}`,
    revision,
    what,
  });
