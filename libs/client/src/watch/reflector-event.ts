import type { HasMetadata } from '../object/object-key.js';

/**
 * What a reflector tells. `REPLACE` is the whole state at one revision: after the first list, and again whenever
 * history was lost; what was known and is not in it has been deleted. Between two of them every change comes once, in
 * order. `BOOKMARK` only says how far the stream has come.
 */
export type ReflectorEvent<T extends HasMetadata = HasMetadata> =
  | { readonly type: 'REPLACE'; readonly objects: readonly T[]; readonly resourceVersion: string }
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly resourceVersion: string }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };
