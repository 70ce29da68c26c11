import BTree from 'sorted-btree';
import type { Change } from './change.js';
import type { Entry } from './entry.js';
import { namespaceRange } from '../keys/storage-keys.js';

const STOP = { break: true };
const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest durable state of one resource: an ordered index of immutable entries. Snapshots are copy-on-write. */
export class ResourceCache {
  private constructor(
    private readonly tree: BTree<string, Entry>,
    /** The same entries by exact key: a lookup in the tree compares strings at each level. Snapshots have only the tree. */
    private readonly byExactKey: Map<string, Entry> | undefined,
  ) {}

  static empty(): ResourceCache {
    return new ResourceCache(new BTree<string, Entry>(undefined, byKey), new Map());
  }

  get isEmpty(): boolean {
    return this.tree.isEmpty;
  }

  get(key: string): Entry | undefined {
    return this.byExactKey ? this.byExactKey.get(key) : this.tree.get(key);
  }

  set(entry: Entry): void {
    this.tree.set(entry.key, entry);
    this.byExactKey?.set(entry.key, entry);
  }

  apply(change: Change): void {
    const { entry } = change;
    if (change.type !== 'DELETED') {
      this.set(entry);
      return;
    }
    this.tree.delete(entry.key);
    this.byExactKey?.delete(entry.key);
  }

  /** Shares all nodes until one side changes. */
  snapshot(): ResourceCache {
    return new ResourceCache(this.tree.clone(), undefined);
  }

  remove(key: string): void {
    this.tree.delete(key);
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
