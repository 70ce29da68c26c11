import type { Revision } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { Watcher } from './watcher.js';

/** Deliveries in one turn of the event loop, so that one event to many watchers holds up no request (design section 11). */
const DELIVERIES_PER_TURN = 500;

/** One batch on its way to the watchers of one selection. */
export interface Delivery {
  readonly watchers: Iterable<Watcher>;
  readonly events: readonly (WatchEvent | Bookmark)[];
  readonly first: Revision;
  readonly last: Revision;
  /** Called when all have it. */
  readonly after?: () => void;
}

/** Sends batches to watchers in order, a slice a turn. One for the whole server. */
export class FanOut {
  private readonly queue: { delivery: Delivery; iterator: Iterator<Watcher>; pieces: Map<string, Buffer> }[] = [];
  private scheduled = false;

  enqueue(delivery: Delivery): void {
    this.queue.push({ delivery, iterator: delivery.watchers[Symbol.iterator](), pieces: new Map() });
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(this.turn);
  }

  /** HOT PATH (bench: watch-fanout): one encoding per batch and format, one write per watcher. */
  private readonly turn = (): void => {
    let budget = DELIVERIES_PER_TURN;
    while (this.queue.length > 0) {
      const { delivery, iterator, pieces } = this.queue[0]!;
      const piece = (sink: WatchSink): Buffer => {
        let bytes = pieces.get(sink.encoding.key);
        if (!bytes) pieces.set(sink.encoding.key, (bytes = sink.encoding.encode(delivery.events)));
        return bytes;
      };
      for (;;) {
        if (budget === 0) {
          setImmediate(this.turn);
          return;
        }
        const next = iterator.next();
        if (next.done) break;
        budget--;
        next.value.deliver(delivery.events, delivery.first, delivery.last, piece);
      }
      this.queue.shift();
      delivery.after?.();
    }
    this.scheduled = false;
  };
}
