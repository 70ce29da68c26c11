import type { RecentUse } from './recent-use.js';

/** A connection in a {@link UseHeap}. */
export interface HeapEntry {
  /** Grows meanwhile. */
  readonly use: RecentUse;
  /** Set by the heap: the order of its use when the heap last saw it, its number of arrival, and its index. */
  order: number;
  arrival: number;
  index: number;
}

/** Connections, of which it finds the one that used least; of those that used the same, the first that came. A step takes time that is logarithmic in their number. */
export class UseHeap<E extends HeapEntry> {
  /** A binary heap. Uses only grow: an entry may belong further down than it is, not further up. */
  private readonly entries: E[] = [];
  private arrivals = 0;

  add(entry: E): void {
    entry.order = entry.use.order;
    entry.arrival = this.arrivals++;
    this.entries.push(entry);
    this.moveUp(entry, this.entries.length - 1);
  }

  /** Of at least one. */
  least(): E {
    for (;;) {
      const first = this.entries[0]!;
      if (first.order === first.use.order) return first;
      first.order = first.use.order;
      this.moveDown(first, 0);
    }
  }

  remove(entry: E): void {
    const last = this.entries.pop()!;
    if (last === entry) return;
    this.moveUp(last, entry.index);
    this.moveDown(last, last.index);
  }

  private moveUp(entry: E, from: number): void {
    let index = from;
    while (index > 0) {
      const parent = this.entries[(index - 1) >> 1]!;
      if (!isBefore(entry, parent)) break;
      this.place(parent, index);
      index = (index - 1) >> 1;
    }
    this.place(entry, index);
  }

  private moveDown(entry: E, from: number): void {
    let index = from;
    for (;;) {
      const [left, right] = [this.entries[2 * index + 1], this.entries[2 * index + 2]];
      const child = left && right && isBefore(right, left) ? right : left;
      if (!child || !isBefore(child, entry)) break;
      const next = child.index;
      this.place(child, index);
      index = next;
    }
    this.place(entry, index);
  }

  private place(entry: E, index: number): void {
    this.entries[index] = entry;
    entry.index = index;
  }
}

const isBefore = (a: HeapEntry, b: HeapEntry): boolean =>
  a.order < b.order || (a.order === b.order && a.arrival < b.arrival);
