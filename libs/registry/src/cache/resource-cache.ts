import BTree from 'sorted-btree';
import type { Change } from './change.js';
import type { Entry } from './entry.js';
import { FieldIndexes } from './field-indexes.js';
import { byText, namespaceRange } from '../keys/storage-keys.js';

const STOP = { break: true };

/** The newest durable state of one resource: immutable entries in key order, and indexes of fields. Snapshots are copy-on-write. */
export class ResourceCache {
  /** Bytes of values that were read for this state only. */
  ownBytes = 0;

  private constructor(
    private readonly tree: BTree<string, Entry>,
    /** The same entries by exact key: a lookup in the tree compares strings at each level. Snapshots have only the tree. */
    private readonly byExactKey: Map<string, Entry> | undefined,
    /** Indexes of fields that selectors have used. */
    readonly indexes: FieldIndexes,
  ) {}

  static empty(): ResourceCache {
    return new ResourceCache(new BTree<string, Entry>(undefined, byText), new Map(), new FieldIndexes());
  }

  get isEmpty(): boolean {
    return this.tree.isEmpty;
  }

  get(key: string): Entry | undefined {
    return this.byExactKey ? this.byExactKey.get(key) : this.tree.get(key);
  }

  set(entry: Entry): void {
    if (!this.indexes.isEmpty) this.indexes.set(entry, this.get(entry.key));
    this.tree.set(entry.key, entry);
    this.byExactKey?.set(entry.key, entry);
  }

  apply(change: Change): void {
    const { entry } = change;
    if (change.type !== 'DELETED') {
      this.set(entry);
      return;
    }
    this.remove(entry.key);
  }

  /** Shares all nodes until one side changes. */
  snapshot(): ResourceCache {
    return new ResourceCache(this.tree.clone(), undefined, this.indexes.snapshot());
  }

  /** A snapshot that changes are undone in. It has no indexes, since that would require reading all the states before. */
  snapshotToChange(): ResourceCache {
    return new ResourceCache(this.tree.clone(), undefined, new FieldIndexes());
  }

  remove(key: string): void {
    if (!this.indexes.isEmpty) {
      const previous = this.get(key);
      if (previous) this.indexes.remove(previous);
    }
    this.tree.delete(key);
    this.byExactKey?.delete(key);
  }

  /** Whether a namespace, or all when it is undefined, has at most `most` entries. */
  hasAtMost(namespace: string | undefined, most: number): boolean {
    if (this.tree.size <= most) return true;
    if (namespace === undefined) return false;
    let count = 0;
    this.visit(namespace, undefined, () => ++count <= most);
    return count <= most;
  }

  /** Visits the entries of a namespace, or of all when it is undefined, after `afterKey`, until `see` returns false. */
  visit(namespace: string | undefined, afterKey: string | undefined, see: (entry: Entry) => boolean): void {
    const range = namespace === undefined ? undefined : namespaceRange(namespace);
    const from =
      afterKey !== undefined && (range === undefined || afterKey > range.from) ? afterKey : (range?.from ?? '');
    const to = range?.to ?? this.tree.maxKey();
    if (to === undefined || from > to) return;
    this.tree.forRange(from, to, range === undefined, (key, entry) => {
      if (key === afterKey) return undefined;
      return see(entry) ? undefined : STOP;
    });
  }

  /** Number of entries. */
  get size(): number {
    return this.tree.size;
  }

  /** Number of entries of that namespace after `afterKey`. */
  countAfter(namespace: string | undefined, afterKey: string): number {
    const range = namespace === undefined ? undefined : namespaceRange(namespace);
    const end = range?.to ?? this.tree.maxKey();
    if (end === undefined || afterKey > end) return 0;
    const inclusive = this.tree.forRange(afterKey, end, range === undefined);
    return this.tree.has(afterKey) ? inclusive - 1 : inclusive;
  }
}
