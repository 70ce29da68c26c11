import type { HasMetadata, ObjectKey } from '../object/object-key.js';

/** Read-only view on an informer's cache. What it returns is shared: never change it. */
export interface Lister<T extends HasMetadata = HasMetadata> {
  get(key: ObjectKey): T | undefined;
  /** Objects that pass `filter`; all without one. In no particular order. */
  list(filter?: (object: T) => boolean): T[];
  /** Objects under `value` of an index; `namespace` is an index of every informer. @throws RangeError unknown index. */
  byIndex(index: string, value: string): T[];
}

/** Values under which an object stands in an index. Pure. */
export type IndexFunction<T extends HasMetadata> = (object: T) => readonly string[];
