import type { Revision } from './storage.js';

/**
 * `Unavailable`: the outcome of a write is unknown; read before you retry. `Refused`: the store takes no writes now (its memory is full, it
 * is not reachable), and nothing was written. `Compacted`: history does not reach that far
 * back. `Locked`: another process has the data directory open. `Lost`: a shared store came back without changes that were already
 * seen here; what was read before must be read anew.
 */
export type StorageErrorCode =
  'KeyNotFound' | 'KeyExists' | 'Conflict' | 'Compacted' | 'Unavailable' | 'Refused' | 'Locked' | 'Lost';

export class StorageError extends Error {
  override readonly name = 'StorageError';

  constructor(
    readonly code: StorageErrorCode,
    /** The key, or for `Locked` the data directory. */
    readonly key: string,
    options?: { message?: string; revision?: Revision; cause?: unknown },
  ) {
    super(options?.message ?? `${code}: ${key}`, options?.cause === undefined ? undefined : { cause: options.cause });
    this.revision = options?.revision;
  }

  /** The revision that stands there, where the code tells of one. */
  readonly revision: Revision | undefined;
}
