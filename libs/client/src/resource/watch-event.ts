import type { HasMetadata } from '../object/object-key.js';

/**
 * One event of a watch. An `ERROR` event is never emitted: it becomes the stream's `ApiError`.
 * A `BOOKMARK` object has only kind, apiVersion and `metadata.resourceVersion`.
 */
export interface WatchEvent<T = HasMetadata> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}
