import { sharePacked } from '@orch/apimachinery';
import { keyOf, keyText, type HasMetadata, type ObjectKey } from '../object/object-key.js';
import type { InformerChange } from './informer-change.js';
import type { IndexFunction, Lister } from './lister.js';

/** The index every cache has. */
export const NAMESPACE_INDEX = 'namespace';

type Buckets<T> = Map<string, Map<string, T>>;

/** Objects by key and by index. Each write returns its changes. In memory only: sends no requests. */
export class ObjectCache<T extends HasMetadata = HasMetadata> implements Lister<T> {
  private readonly objects = new Map<string, T>();
  private readonly indexes = new Map<string, Index<T>>();

  constructor(objects: Iterable<T> = []) {
    this.addIndex(NAMESPACE_INDEX, (object) => [object.metadata.namespace ?? '']);
    for (const object of objects) this.put(object);
  }

  /**
   * Does nothing for an index that the cache has.
   * @throws TypeError for the name of an index with another function: users of a cache share it, and one of them would find nothing.
   */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    const known = this.indexes.get(name);
    if (known?.valuesOf === valuesOf) return;
    if (known)
      throw new TypeError(`index "${name}" has another function already: share one constant, or choose another name`);
    const index = { valuesOf, buckets: new Map() as Buckets<T> };
    this.indexes.set(name, index);
    for (const [text, object] of this.objects) enter(index, text, object);
  }

  get size(): number {
    return this.objects.size;
  }

  get(key: ObjectKey): T | undefined {
    return this.objects.get(keyText(key));
  }

  list(filter?: (object: T) => boolean): T[] {
    const all = [...this.objects.values()];
    return filter ? all.filter(filter) : all;
  }

  byIndex(index: string, value: string): T[] {
    const found = this.indexes.get(index);
    if (!found) throw new RangeError(`unknown index "${index}": this cache has ${[...this.indexes.keys()].join(', ')}`);
    return [...(found.buckets.get(value)?.values() ?? [])];
  }

  /** Stores one state. An equal resourceVersion is not a change; another uid is a delete and an add. */
  put(object: T): InformerChange<T>[] {
    const text = keyText(keyOf(object));
    const old = this.objects.get(text);
    if (old && isSameState(old, object)) return [];
    if (old) sharePacked(old, object);
    this.set(text, old, object);
    if (!old) return [{ type: 'added', object }];
    if (old.metadata.uid === object.metadata.uid) return [{ type: 'updated', object, old }];
    return [
      { type: 'deleted', object: old },
      { type: 'added', object },
    ];
  }

  /** Removes an object; `object` is its last state. */
  remove(object: T): InformerChange<T>[] {
    const text = keyText(keyOf(object));
    const old = this.objects.get(text);
    if (!old) return [];
    this.set(text, old, undefined);
    return [{ type: 'deleted', object }];
  }

  /** Replaces the content of the cache by `objects`: cached objects not among them were deleted without a watch. */
  replaceAll(objects: readonly T[]): InformerChange<T>[] {
    const kept = new Set(objects.map((object) => keyText(keyOf(object))));
    const gone = [...this.objects].filter(([text]) => !kept.has(text));
    return [...gone.flatMap(([, object]) => this.remove(object)), ...objects.flatMap((object) => this.put(object))];
  }

  private set(text: string, old: T | undefined, object: T | undefined): void {
    for (const index of this.indexes.values()) {
      if (old) leave(index, text, old);
      if (object) enter(index, text, object);
    }
    if (object) this.objects.set(text, object);
    else this.objects.delete(text);
  }
}

function isSameState(a: HasMetadata, b: HasMetadata): boolean {
  const version = a.metadata.resourceVersion;
  return version !== undefined && version === b.metadata.resourceVersion && a.metadata.uid === b.metadata.uid;
}

interface Index<T extends HasMetadata> {
  readonly valuesOf: IndexFunction<T>;
  readonly buckets: Buckets<T>;
}

function enter<T extends HasMetadata>(index: Index<T>, text: string, object: T): void {
  for (const value of index.valuesOf(object)) {
    const bucket = index.buckets.get(value);
    if (bucket) bucket.set(text, object);
    else index.buckets.set(value, new Map([[text, object]]));
  }
}

function leave<T extends HasMetadata>(index: Index<T>, text: string, object: T): void {
  for (const value of index.valuesOf(object)) {
    const bucket = index.buckets.get(value);
    bucket?.delete(text);
    if (bucket?.size === 0) index.buckets.delete(value);
  }
}
