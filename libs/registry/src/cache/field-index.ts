import BTree from 'sorted-btree';
import { byText, namespaceRange } from '../keys/storage-keys.js';
import type { Entry } from './entry.js';

/** Place of an object in an index. A separate object: inner nodes of the tree would keep replaced entries alive. */
interface Place {
  readonly value: string;
  /** Key of the object inside its resource. */
  readonly key: string;
}

const byPlace = (a: Place, b: Place): number => (a.value === b.value ? byText(a.key, b.key) : byText(a.value, b.value));

/**
 * The entries of a resource ordered by the value of one field, then by key: those with one value, also of one namespace, are a range in
 * the order of lists. About 70 bytes per object, in addition to the selector facts of the entry. Built in steps: it follows changes of
 * the objects that it has reached.
 */
export class FieldIndex {
  private constructor(
    readonly field: string,
    private readonly tree: BTree<Place, Entry>,
    /** Keys of objects whose field cannot be read. */
    private readonly unreadable: Set<string>,
    /** Objects up to this key are included; undefined: all. */
    private reached: string | undefined,
  ) {}

  /** An index that has reached no object. @param field as in a selector. */
  static begin(field: string): FieldIndex {
    return new FieldIndex(field, new BTree<Place, Entry>(undefined, byPlace), new Set(), '');
  }

  /** Whether it includes all objects. */
  get isComplete(): boolean {
    return this.reached === undefined;
  }

  /** Whether it finds what a scan finds. Objects that cannot be read fail a scan. */
  get isUsable(): boolean {
    return this.isComplete && this.unreadable.size === 0;
  }

  /** Key after which objects are missing; undefined: none is. */
  get reachedKey(): string | undefined {
    return this.reached;
  }

  /** Includes the next entry in key order. */
  extend(entry: Entry): void {
    this.reached = entry.key;
    this.insert(entry, valueOf(entry, this.field));
  }

  /** The last object was included. */
  complete(): void {
    this.reached = undefined;
  }

  /** The state of an object was replaced by `entry`. */
  set(entry: Entry, previous: Entry | undefined): void {
    if (!this.includes(entry.key)) return;
    const value = valueOf(entry, this.field);
    if (previous && valueOf(previous, this.field) !== value) this.delete(previous);
    this.insert(entry, value);
  }

  /** An object was deleted. @param previous its last state. */
  remove(previous: Entry): void {
    if (this.includes(previous.key)) this.delete(previous);
  }

  /** Visits the entries with `value`, of a namespace unless it is undefined, after `afterKey`, in key order, until `see` returns false. */
  visit(
    value: string,
    namespace: string | undefined,
    afterKey: string | undefined,
    see: (entry: Entry) => boolean,
  ): void {
    const last = this.tree.maxKey();
    if (!last) return;
    const { from, to } = namespace === undefined ? { from: '', to: undefined } : namespaceRange(namespace);
    const start = { value, key: afterKey !== undefined && afterKey > from ? afterKey : from };
    if (byPlace(start, last) > 0) return;
    this.tree.forRange(start, last, true, (place, entry) => {
      if (place.value !== value || (to !== undefined && place.key >= to)) return STOP;
      if (place.key === afterKey) return undefined;
      return see(entry) ? undefined : STOP;
    });
  }

  /** Shares all nodes until one side changes. */
  snapshot(): FieldIndex {
    return new FieldIndex(this.field, this.tree.clone(), new Set(this.unreadable), this.reached);
  }

  private includes(key: string): boolean {
    return this.reached === undefined || key <= this.reached;
  }

  private insert(entry: Entry, value: string | undefined): void {
    const { key } = entry;
    if (value === undefined) {
      this.unreadable.add(key);
      return;
    }
    this.unreadable.delete(key);
    this.tree.set({ value, key }, entry);
  }

  private delete(previous: Entry): void {
    const { key } = previous;
    const value = valueOf(previous, this.field);
    if (value === undefined) this.unreadable.delete(key);
    else this.tree.delete({ value, key });
  }
}

const STOP = { break: true };

/** Undefined when the object cannot be read: a scan reports why. */
function valueOf(entry: Entry, field: string): string | undefined {
  try {
    return entry.fieldValue(field);
  } catch {
    return undefined;
  }
}
