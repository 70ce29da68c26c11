import BTree from 'sorted-btree';
import type { Revision } from '@orch/storage';
import type { Change } from './change.js';
import type { Entry } from './entry.js';
import { namespaceRange } from '../store/storage-keys.js';

const STOP = { break: true };
const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest durable state of one resource: an ordered index of immutable entries. A snapshot costs next to nothing. */
export class ResourceCache {
  private constructor(private readonly tree: BTree<string, Entry>) {}

  static empty(): ResourceCache {
    return new ResourceCache(new BTree<string, Entry>(undefined, byKey));
  }

  get size(): number {
    return this.tree.size;
  }

  get(key: string): Entry | undefined {
    return this.tree.get(key);
  }

  set(entry: Entry): void {
    this.tree.set(entry.key, entry);
  }

  apply(change: Change): void {
    if (change.type === 'DELETED') this.tree.delete(change.entry.key);
    else this.tree.set(change.entry.key, change.entry);
  }

  /** Shares all nodes until one side changes. */
  snapshot(): ResourceCache {
    return new ResourceCache(this.tree.clone());
  }

  /** The state before `changes`, which are the newest ones of this resource, given newest first. */
  rolledBack(changes: Iterable<Change>, to: Revision): ResourceCache {
    const past = this.tree.clone();
    for (const change of changes) {
      if (change.revision <= to) break;
      if (change.previous) past.set(change.previous.key, change.previous);
      else past.delete(change.entry.key);
    }
    return new ResourceCache(past);
  }

  /** Shows the entries of a namespace, or of all when it is undefined, after `afterKey`, until `see` answers false. */
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

  /** How many entries of that namespace come after `afterKey`. */
  countAfter(namespace: string | undefined, afterKey: string): number {
    const range = namespace === undefined ? undefined : namespaceRange(namespace);
    const end = range?.to ?? this.tree.maxKey();
    if (end === undefined || afterKey > end) return 0;
    const inclusive = this.tree.forRange(afterKey, end, range === undefined);
    return this.tree.has(afterKey) ? inclusive - 1 : inclusive;
  }
}
