import type { StorageError } from '@orch/storage';

/**
 * Progress of a full reload, after the history that this process followed was compacted, or a fail-over lost changes seen
 * here. From `began` to `done` all requests wait, and are refused when that takes long.
 */
export type RebuildStep =
  | { readonly step: 'began'; readonly cause: StorageError }
  /** The store could not be read; the reload is retried. */
  | { readonly step: 'failed'; readonly error: unknown; readonly againInMs: number }
  /** `changes` is the number of changed, missing and new objects. */
  | { readonly step: 'done'; readonly changes: number; readonly tookMs: number };
