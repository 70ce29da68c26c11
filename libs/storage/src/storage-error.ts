import type { Revision } from './revision.js';

/**
 * `Unavailable`: the outcome of a write is unknown; read before a retry. `Refused`: the store accepts no writes now (memory full, not
 * reachable), and nothing was written. `Compacted`: the revision is outside the history window. `Locked`: another process has the data
 * directory open. `Lost`: a shared store lost changes that were already delivered here; caches must relist. `Corrupted`: the stored value
 * of that key is damaged or missing, see `corrupted`; other keys can be read, and the key can be deleted. `PreconditionFailed`: the other
 * key that the write depends on, named by `key`, was changed or deleted; reads at `revision` or later see it. Nothing was written.
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

  /** The current revision of the key, for codes that have one. */
  readonly revision: Revision | undefined;
  /** Of `Corrupted`: what is wrong with the value, in a few words. Of `Refused`: the user-facing reason, where known. */
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
