import type { StorageError } from '@orch/storage';

/**
 * What is told of loading everything anew, after the store's history went on without this process: it slept longer than history is
 * kept, or a fail-over lost changes that were seen here. From `began` to `done` all requests wait, and are refused when that takes long.
 */
export type RebuildStep =
  | { readonly step: 'began'; readonly cause: StorageError }
  /** The store could not be read; it is tried again. */
  | { readonly step: 'failed'; readonly error: unknown; readonly againInMs: number }
  /** So many objects were other than here, or gone, or new. */
  | { readonly step: 'done'; readonly changes: number; readonly tookMs: number };
