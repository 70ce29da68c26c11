import type { HasMetadata } from '../object/object-key.js';

/**
 * An event of a reflector. `REPLACE` is the whole state at one revision: after the first list, and after each relist;
 * known objects not in it were deleted. Between two of them, every change is emitted once, in
 * order. `BOOKMARK` only reports the progress of the stream.
 */
export type ReflectorEvent<T extends HasMetadata = HasMetadata> =
  | { readonly type: 'REPLACE'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly resourceVersion: string }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };
