import { ApiError } from '../status/api-error.js';
import { arrayIndex, type JsonPointer } from './json-pointer.js';
import { isJsonObject, MAX_NESTING, tooDeep } from './json-value.js';

type Container = unknown[] | Record<string, unknown>;

/** Maximum number of values that all `copy` operations of a patch may copy; without a limit, thirty of them exhaust the memory. */
const MAX_COPIED_VALUES = 100_000;
/** Maximum length of the strings they may copy. Unit: characters. */
const MAX_COPIED_CHARACTERS = 3 * 1024 * 1024;
/** Maximum number of list items that all insertions and removals may shift: 20 ms of CPU time. */
const MAX_SHIFTED_ITEMS = 50_000_000;

/** Result for a path that does not exist; not an error, because its meaning depends on the operation. */
export const MISSING = Symbol('missing');

/**
 * A copy-on-write document. Containers on the path of a change are copied once; everything else is shared with the
 * original, which is never mutated.
 */
export class Draft {
  private readonly copies = new Set<Container>();
  private copiedValues = 0;
  private copiedCharacters = 0;
  private shiftedItems = 0;

  constructor(private root: unknown) {}

  get document(): unknown {
    return this.root;
  }

  /** The value at `path`, or `MISSING`. */
  get(path: JsonPointer): unknown {
    let value = this.root;
    for (const segment of path) {
      value = childOf(value, segment);
      if (value === MISSING) return MISSING;
    }
    return value;
  }

  /** As `get`, but null for an absent key of an existing object. */
  getOrNull(path: JsonPointer): unknown {
    const value = this.get(path);
    if (value !== MISSING || path.length === 0) return value;
    return isJsonObject(this.get(path.slice(0, -1))) ? null : MISSING;
  }

  /** Sets a key, or inserts into a list; `-` is the end of a list. False when the path does not exist. */
  add(path: JsonPointer, value: unknown): boolean {
    return this.change(path, value, (parent, last) => {
      if (!Array.isArray(parent)) {
        parent[last] = value;
        return true;
      }
      const index = last === '-' ? parent.length : arrayIndex(last, parent.length + 1);
      if (index === undefined) return false;
      this.spendShift(parent.length - index);
      parent.splice(index, 0, value);
      return true;
    });
  }

  /** Sets a key, also an absent one, or replaces a list item. False when the path does not exist. */
  replace(path: JsonPointer, value: unknown): boolean {
    return this.change(path, value, (parent, last) => setChild(parent, last, value));
  }

  /** Removes a value; the whole document becomes null. False when the path does not exist. */
  remove(path: JsonPointer): boolean {
    return this.change(path, null, (parent, last) => {
      if (!Array.isArray(parent)) return Object.hasOwn(parent, last) && delete parent[last];
      const index = arrayIndex(last, parent.length);
      if (index === undefined) return false;
      this.spendShift(parent.length - index);
      parent.splice(index, 1);
      return true;
    });
  }

  /**
   * A copy that shares no container which this draft may still mutate. Containers of the original are never mutated and may be
   * shared.
   * @param depth depth of the copy in the document.
   * @throws ApiError RequestEntityTooLarge past the copy limits of one patch.
   */
  clone(value: unknown, depth: number): unknown {
    this.copiedValues++;
    if (typeof value === 'string') this.copiedCharacters += value.length;
    if (this.copiedValues > MAX_COPIED_VALUES || this.copiedCharacters > MAX_COPIED_CHARACTERS) {
      throw ApiError.tooLarge('the copy operations of this JSON patch copy too much');
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_NESTING) throw tooDeep();
    const shared = !this.copies.has(value as Container);
    if (Array.isArray(value)) {
      if (!shared) return value.map((item) => this.clone(item, depth + 1));
      for (const item of value) this.clone(item, depth + 1);
      return value;
    }
    // Spread first: it keeps an own `__proto__` of the document as a plain key.
    const copy = shared ? (value as Record<string, unknown>) : { ...value };
    for (const key of Object.keys(copy)) {
      this.copiedCharacters += key.length;
      const item = copy[key];
      const itemCopy = this.clone(item, depth + 1);
      if (itemCopy !== item) copy[key] = itemCopy;
    }
    return copy;
  }

  private change(path: JsonPointer, whole: unknown, apply: (parent: Container, last: string) => boolean): boolean {
    const last = path.at(-1);
    if (last === undefined) {
      this.root = whole;
      return true;
    }
    const parent = this.writableParent(path);
    return parent !== undefined && apply(parent, last);
  }

  /** Copies each container from the root to the parent of `path`, unless already copied. */
  private writableParent(path: JsonPointer): Container | undefined {
    let container = this.own(this.root);
    if (!container) return undefined;
    this.root = container;
    for (let i = 0; i < path.length - 1; i++) {
      const segment = path[i]!;
      const child = this.own(childOf(container, segment));
      if (!child) return undefined;
      setChild(container, segment, child);
      container = child;
    }
    return container;
  }

  private own(value: unknown): Container | undefined {
    if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
    if (this.copies.has(value as Container)) return value as Container;
    const copy: Container = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    this.copies.add(copy);
    return copy;
  }

  private spendShift(items: number): void {
    this.shiftedItems += items;
    if (this.shiftedItems > MAX_SHIFTED_ITEMS) {
      throw ApiError.tooLarge('this JSON patch moves too many list items: replace the list instead');
    }
  }
}

/** False when an array has no such index. */
function setChild(parent: Container, segment: string, value: unknown): boolean {
  if (!Array.isArray(parent)) {
    parent[segment] = value;
    return true;
  }
  const index = arrayIndex(segment, parent.length);
  if (index === undefined) return false;
  parent[index] = value;
  return true;
}

function childOf(value: unknown, segment: string): unknown {
  if (Array.isArray(value)) {
    const index = arrayIndex(segment, value.length);
    return index === undefined ? MISSING : value[index];
  }
  return isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : MISSING;
}
