import type { Revision } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { SendPace } from './send-pace.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { Watcher } from './watcher.js';

/** Deliveries in one turn of the event loop, so that one event to many watchers does not delay requests (decision 004). */
const DELIVERIES_PER_TURN = 500;

/**
 * Deliveries of a commit before its writers are answered. A controller that goes on after its write reads the cache that its watch keeps:
 * without the event it would write an old version again, and meet a conflict.
 */
const DELIVERIES_AT_ONCE = 50;
/** Events of a commit that are selected for those deliveries: many writes that are committed together have few watchers each. */
const EVENTS_AT_ONCE = 256;

/** Requirements of selectors that are evaluated in one turn when changes are published: about two milliseconds. */
const REQUIREMENTS_AT_ONCE = 20_000;

/**
 * Events of the queue that are selected in one turn: of watches with selectors that select none of them there may be as many as there are watches.
 * The time that it takes is charged to the send budget.
 */
const EVENTS_PER_TURN = 5_000;

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

/** What may still be done in this turn. */
interface Budget {
  deliveries: number;
  events: number;
}

/**
 * Sends batches to the watchers of each selection in order: a few at once, also while others wait, and the rest a slice per turn. One for the whole
 * server. If batches arrive faster than they are sent, batches for the same watchers are merged, so that the queue is bounded by the number of groups
 * and the cost per event falls.
 */
export class FanOut {
  /** Send budget shared by all watches of the server. */
  readonly pace = new SendPace();
  /** Deliveries that came since the last microtask. */
  private fresh: Waiting[] = [];
  /** Deliveries that were not sent at once. The first may have started. */
  private readonly queue: Waiting[] = [];
  /** The newest of the queue for the same watchers. */
  private readonly queued = new Map<Iterable<Watcher>, Waiting>();
  /** The newest delivery of each group that has not started. */
  private readonly joinable = new Map<Iterable<Watcher>, Waiting>();
  private isTurnScheduled = false;
  /** Requirements that may still be evaluated at once in this turn. */
  private leftRequirements = REQUIREMENTS_AT_ONCE;

  /**
   * Takes the evaluation of that many requirements of selectors from the share of this turn, for groups that may not be concerned at all.
   * @returns false when nothing is left: the group is selected when its delivery starts.
   */
  mayEvaluate(requirements: number): boolean {
    if (requirements > this.leftRequirements || this.pace.isUsedUp) return false;
    if (this.leftRequirements === REQUIREMENTS_AT_ONCE) setImmediate(this.evaluateAgain);
    this.leftRequirements -= requirements;
    return true;
  }

  private readonly evaluateAgain = (): void => {
    this.leftRequirements = REQUIREMENTS_AT_ONCE;
  };

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
    if (!delivery.after) this.joinable.set(watchers, waiting);
    if (this.fresh.push(waiting) === 1) queueMicrotask(this.atOnce);
  }

  /** Sends what the budget allows before the writers of the commit go on. What has to wait for others keeps its place behind them. */
  private readonly atOnce = (): void => {
    const { fresh } = this;
    this.fresh = [];
    const budget: Budget = { deliveries: DELIVERIES_AT_ONCE, events: EVENTS_AT_ONCE };
    for (const waiting of fresh) {
      if (!this.mustWait(waiting) && this.send(waiting, budget)) continue;
      this.queue.push(waiting);
      this.queued.set(waiting.delivery.watchers, waiting);
    }
    if (this.queue.length > 0) this.scheduleTurn();
  };

  /** Changes wait only for earlier changes of their group; bookmarks and what is done after a delivery for everything before them. */
  private mustWait({ delivery }: Waiting): boolean {
    if (!delivery.select) return this.queue.length > 0;
    return this.queued.has(delivery.watchers);
  }

  private readonly turn = (): void => {
    this.isTurnScheduled = false;
    const { queue, queued } = this;
    const budget: Budget = { deliveries: DELIVERIES_PER_TURN, events: EVENTS_PER_TURN };
    let served = 0;
    while (served < queue.length && this.send(queue[served]!, budget)) {
      const waiting = queue[served++]!;
      const { watchers } = waiting.delivery;
      if (queued.get(watchers) === waiting) queued.delete(watchers);
    }
    // Not one by one: each removal may move all that wait.
    queue.splice(0, served);
    if (this.queue.length > 0) this.scheduleTurn();
  };

  private scheduleTurn(): void {
    if (this.isTurnScheduled) return;
    this.isTurnScheduled = true;
    if (this.pace.isUsedUp) this.pace.later(this.turn);
    else setImmediate(this.turn);
  }

  /**
   * HOT PATH (bench: watch-fan-out): one encoding per batch and format, one write per watcher.
   * @returns whether all of its watchers were served.
   */
  private send(waiting: Waiting, budget: Budget): boolean {
    const { delivery, pieces } = waiting;
    if (!waiting.iterator) {
      if (budget.events <= 0 || this.pace.isUsedUp) return false;
      budget.events -= waiting.events.length;
      waiting.iterator = this.begin(waiting);
    }
    const { iterator, events, last } = waiting;
    const piece = (sink: WatchSink): Buffer => {
      const { encoding } = sink;
      if (encoding.key === undefined) return encoding.encode(events);
      let bytes = pieces.get(encoding.key);
      if (!bytes) pieces.set(encoding.key, (bytes = encoding.encode(events)));
      return bytes;
    };
    for (;;) {
      if (budget.deliveries <= 0 || this.pace.isUsedUp) return false;
      const next = iterator.next();
      if (next.done) break;
      budget.deliveries--;
      try {
        next.value.deliver(events, delivery.first, last, piece);
      } catch (error) {
        // An object that cannot be encoded ends the watches that include it, not the server.
        next.value.fail(error);
      }
    }
    if (delivery.after) {
      budget.deliveries--; // it may end a watch, and thousands may end at one moment
      delivery.after();
    }
    return true;
  }

  private begin(waiting: Waiting): Iterator<Watcher> {
    const { watchers, select } = waiting.delivery;
    if (this.joinable.get(watchers) === waiting) this.joinable.delete(watchers);
    const began = this.pace.begin();
    try {
      if (select) waiting.events = select(waiting.events as readonly Change[]);
    } catch (error) {
      // A selection that cannot be computed ends only its own watches.
      for (const watcher of watchers) watcher.fail(error);
      return NO_WATCHERS;
    } finally {
      this.pace.end(began, 0);
    }
    return waiting.events.length === 0 ? NO_WATCHERS : watchers[Symbol.iterator]();
  }
}
