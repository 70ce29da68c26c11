import type { HasMetadata } from '../object/object-key.js';

/**
 * One change of an informer's cache. `object` of a delete is the last known state, which is older than the delete when
 * it happened without a watch. `old` is set for updates only.
 */
export type InformerChange<T extends HasMetadata = HasMetadata> =
  | { readonly type: 'added'; readonly object: T; readonly old?: undefined }
  | { readonly type: 'updated'; readonly object: T; readonly old: T }
  | { readonly type: 'deleted'; readonly object: T; readonly old?: undefined };
