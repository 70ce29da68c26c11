import { ApiError } from '../status/api-error.js';
import { arrayIndex, type JsonPointer } from './json-pointer.js';
import { isJsonObject, MAX_NESTING, tooDeep } from './json-value.js';

type Container = unknown[] | Record<string, unknown>;

/** How many values all `copy` operations of a patch may copy together; without a bound, thirty of them fill the memory. */
const MAX_COPIED_VALUES = 100_000;
/** How much text they may copy. Unit: characters. */
const MAX_COPIED_CHARACTERS = 3 * 1024 * 1024;
/** How many list items all insertions and removals may push aside: about 0.2 s of work. */
const MAX_SHIFTED_ITEMS = 100_000_000;

/** Says that a place is not there; an answer, since the one who asked knows what it means. */
export const MISSING = Symbol('missing');

/**
 * A document being changed. Only what lies on the way to a change is copied, once; all else is shared with the original,
 * which is never changed.
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

  /** Sets a key, or inserts into a list; `-` is the end of a list. False when there is no such place. */
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

  /** Puts another value in the place of one that is there. False when there is none. */
  replace(path: JsonPointer, value: unknown): boolean {
    return this.change(path, value, (parent, last) => {
      if (childOf(parent, last) === MISSING) return false;
      if (Array.isArray(parent)) parent[Number(last)] = value;
      else parent[last] = value;
      return true;
    });
  }

  /** Takes a value away; the whole document becomes null. False when there is none. */
  remove(path: JsonPointer): boolean {
    return this.change(path, null, (parent, last) => {
      if (childOf(parent, last) === MISSING) return false;
      if (Array.isArray(parent)) {
        const index = Number(last);
        this.spendShift(parent.length - index);
        parent.splice(index, 1);
      } else delete parent[last];
      return true;
    });
  }

  /**
   * A copy that shares nothing which this draft may still change.
   * @param depth how many levels down the copy will stand.
   * @throws ApiError RequestEntityTooLarge beyond what one patch may copy.
   */
  clone(value: unknown, depth: number): unknown {
    this.copiedValues++;
    if (typeof value === 'string') this.copiedCharacters += value.length;
    if (this.copiedValues > MAX_COPIED_VALUES || this.copiedCharacters > MAX_COPIED_CHARACTERS) {
      throw ApiError.tooLarge('the copy operations of this JSON patch copy too much');
    }
    if (depth > MAX_NESTING) throw tooDeep();
    if (Array.isArray(value)) return value.map((item) => this.clone(item, depth + 1));
    if (!isJsonObject(value)) return value;
    // Spread first: it keeps an own `__proto__` that came with the document what it is, a plain key.
    const copy: Record<string, unknown> = { ...value };
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

  /** Copies, where not done yet, each container from the root to the one that holds the end of `path`. */
  private writableParent(path: JsonPointer): Container | undefined {
    let container = this.own(this.root);
    if (!container) return undefined;
    this.root = container;
    for (let i = 0; i < path.length - 1; i++) {
      const segment = path[i]!;
      const child = this.own(childOf(container, segment));
      if (!child) return undefined;
      if (Array.isArray(container)) container[Number(segment)] = child;
      else container[segment] = child;
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

function childOf(value: unknown, segment: string): unknown {
  if (Array.isArray(value)) {
    const index = arrayIndex(segment, value.length);
    return index === undefined ? MISSING : value[index];
  }
  return isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : MISSING;
}
