import type { Revision } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { SendPace } from './send-pace.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { Watcher } from './watcher.js';

/** Deliveries in one turn of the event loop, so that one event to many watchers does not delay requests (decision 004). */
const DELIVERIES_PER_TURN = 500;

/**
 * Deliveries before the writers of a batch are answered. A controller that goes on after its write reads the cache that its watch keeps:
 * without the event it would write an old version again, and meet a conflict.
 */
const DELIVERIES_AT_ONCE = 50;

/** Limits of a queued delivery to which events are added, so that one batch stays small. */
const EVENTS_PER_DELIVERY = 256;
const BYTES_PER_DELIVERY = 1_024 * 1_024;

/** For a batch without events for its watchers. */
const NO_WATCHERS: Iterator<Watcher> = { next: () => ({ done: true, value: undefined }) };

/** One batch on its way to the watchers of one selection. */
export interface Delivery {
  readonly watchers: Iterable<Watcher>;
  readonly events: readonly (WatchEvent | Change | Bookmark)[];
  /** Turns changes into events when the delivery starts. Absent: they are events. */
  readonly select?: (changes: readonly Change[]) => readonly WatchEvent[];
  readonly first: Revision;
  readonly last: Revision;
  /** Called after all deliveries. */
  readonly after?: () => void;
}

/** A delivery in the queue. */
interface Waiting {
  readonly delivery: Delivery;
  events: readonly (WatchEvent | Change | Bookmark)[];
  /** Bytes of the objects of its events. */
  bytes: number;
  last: Revision;
  /** Undefined until the delivery starts: until then more events may join. */
  iterator: Iterator<Watcher> | undefined;
  readonly pieces: Map<string, Buffer>;
}

/**
 * Sends batches to watchers in order, a few at once and the others a slice per turn. One for the whole server. If batches arrive faster than they are sent,
 * batches for the same watchers are merged, so that the queue is bounded by the number of groups and the cost per event falls.
 */
export class FanOut {
  /** Send budget shared by all watches of the server. */
  readonly pace = new SendPace();
  private readonly queue: Waiting[] = [];
  /** The newest delivery of each group that has not started. */
  private readonly joinable = new Map<Iterable<Watcher>, Waiting>();
  private scheduled = false;

  enqueue(delivery: Delivery): void {
    const { events, last, watchers } = delivery;
    const bytes = events.reduce((sum, event) => sum + ('entry' in event ? event.entry.length : 0), 0);
    const open = this.joinable.get(watchers);
    if (open && !delivery.after && open.events.length < EVENTS_PER_DELIVERY && open.bytes < BYTES_PER_DELIVERY) {
      open.events = [...open.events, ...events];
      open.bytes += bytes;
      open.last = last;
      return;
    }
    const waiting = { delivery, events, bytes, last, iterator: undefined, pieces: new Map<string, Buffer>() };
    this.queue.push(waiting);
    if (!delivery.after) this.joinable.set(watchers, waiting);
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(this.begun);
  }

  private readonly begun = (): void => this.send(DELIVERIES_AT_ONCE);
  private readonly turn = (): void => this.send(DELIVERIES_PER_TURN);

  /** HOT PATH (bench: watch-fan-out): one encoding per batch and format, one write per watcher. */
  private send(deliveries: number): void {
    let budget = deliveries;
    while (this.queue.length > 0) {
      const waiting = this.queue[0]!;
      const { delivery, pieces } = waiting;
      if (!waiting.iterator) {
        // Selecting costs about as much as delivering.
        budget = Math.max(0, budget - waiting.events.length);
        waiting.iterator = this.begin(waiting);
      }
      const { iterator } = waiting;
      const { events, last } = waiting;
      const piece = (sink: WatchSink): Buffer => {
        const { encoding } = sink;
        if (encoding.key === undefined) return encoding.encode(events);
        let bytes = pieces.get(encoding.key);
        if (!bytes) pieces.set(encoding.key, (bytes = encoding.encode(events)));
        return bytes;
      };
      for (;;) {
        if (budget === 0) {
          setImmediate(this.turn);
          return;
        }
        if (this.pace.isUsedUp) return this.pace.later(this.turn);
        const next = iterator.next();
        if (next.done) break;
        budget--;
        try {
          next.value.deliver(events, delivery.first, last, piece);
        } catch (error) {
          // An object that cannot be encoded ends the watches that include it, not the server.
          next.value.fail(error);
        }
      }
      this.queue.shift();
      delivery.after?.();
    }
    this.scheduled = false;
  }

  private begin(waiting: Waiting): Iterator<Watcher> {
    const { watchers, select } = waiting.delivery;
    if (this.joinable.get(watchers) === waiting) this.joinable.delete(watchers);
    try {
      if (select) waiting.events = select(waiting.events as readonly Change[]);
    } catch (error) {
      // A selection that cannot be computed ends only its own watches.
      for (const watcher of watchers) watcher.fail(error);
      return NO_WATCHERS;
    }
    return waiting.events.length === 0 ? NO_WATCHERS : watchers[Symbol.iterator]();
  }
}
