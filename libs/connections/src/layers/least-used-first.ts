import { ArrivalLine, type WaitingLine } from '@orch/apimachinery';
import type { RecentUse } from './recent-use.js';
import { type HeapEntry, UseHeap } from './use-heap.js';

/** Something that waits, such as a step or a request. */
export interface OfConnection {
  /** Of its connection. */
  readonly use: RecentUse;
}

/**
 * What waits of the connections of one flow or client network. The connection that used least is next, and every second time the one that has waited longest, so that endless new
 * connections do not stop others. Items of one connection are in order of arrival.
 */
export class LeastUsedFirst<T extends OfConnection> implements WaitingLine<T> {
  /** The one that has waited longest first. */
  private readonly connections = new Map<RecentUse, Connection<T>>();
  /** Goes on behind the connections that had their turn: a new iterator would pass over the places of all of them. */
  private turns = this.connections.values();
  private readonly heap = new UseHeap<Connection<T>>();
  private count = 0;
  private isLongestNext = false;

  get length(): number {
    return this.count;
  }

  add(item: T): void {
    const { use } = item;
    let connection = this.connections.get(use);
    if (!connection) {
      connection = { use, order: 0, arrival: 0, index: 0, items: new ArrivalLine<T>() };
      this.connections.set(use, connection);
      this.heap.add(connection);
    }
    connection.items.add(item);
    this.count++;
  }

  take(): T {
    const next = this.isLongestNext ? this.longestWaiting() : this.heap.least();
    this.isLongestNext = !this.isLongestNext;
    this.count--;
    const item = next.items.take();
    this.connections.delete(next.use);
    if (next.items.length > 0) this.connections.set(next.use, next);
    else this.heap.remove(next);
    return item;
  }

  private longestWaiting(): Connection<T> {
    const turn = this.turns.next();
    if (turn.done !== true) return turn.value;
    // An iterator that has ended does not see later connections.
    this.turns = this.connections.values();
    return this.turns.next().value!;
  }
}

/** With what waits of it: at least one item. */
interface Connection<T> extends HeapEntry {
  readonly items: ArrivalLine<T>;
}
