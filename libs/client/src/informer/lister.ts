import type { HasMetadata, ObjectKey } from '../object/object-key.js';

/** Read-only view on an informer's cache. Returned objects are shared: never change them. */
export interface Lister<T extends HasMetadata = HasMetadata> {
  get(key: ObjectKey): T | undefined;
  /** Objects that pass `filter`; all without one. In no particular order. */
  list(filter?: (object: T) => boolean): T[];
  /** Objects under `value` of an index; `namespace` is an index of every informer. @throws RangeError unknown index. */
  byIndex(index: string, value: string): T[];
}

/** Values of an object in an index. Pure. */
export type IndexFunction<T extends HasMetadata> = (object: T) => readonly string[];
