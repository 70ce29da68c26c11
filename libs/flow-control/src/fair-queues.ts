import { ChurnMap } from '@orch/apimachinery';
import { dealHand } from './shuffle-shard.js';

/** Number of queues, queues per flow (hand size), and requests per queue. */
export interface Queuing {
  readonly queues: number;
  readonly handSize: number;
  readonly lengthLimit: number;
}

/** One request in a queue, or dispatched from it. */
export interface Ticket<T> {
  readonly item: T;
  readonly queue: object;
  /** Requests in its queue when it was added, itself included. */
  readonly length: number;
}

interface Queue<T> {
  /** In order of arrival; a cancelled request is removed at once. */
  readonly waiting: ChurnMap<QueuedTicket<T>, true>;
  /** Its executing requests. */
  executing: number;
  /** Service of this queue so far, on the scale of `virtualMs`: the next request is due at this point. */
  dueMs: number;
}

interface QueuedTicket<T> extends Ticket<T> {
  readonly queue: Queue<T>;
  /** What its queue was charged at dispatch. */
  chargedMs: number;
}

/** Initial estimate of the duration of a request. Unit: milliseconds. */
export const INITIAL_ESTIMATE_MS = 3;
/** Minimum charge, so that requests without duration take turns like others. */
const MIN_CHARGE_MS = 0.1;
/** Weight of the last duration in the estimate. */
const ESTIMATE_WEIGHT = 1 / 4;

/**
 * Requests that wait for a seat, in queues. The queue with the least service is next (start-time fair queueing, where
 * service is the time that a seat was held): over any period in which two queues are not empty, both get the same
 * service, except for requests in progress. Counts no seats and reads no clock.
 */
export class FairQueues<T> {
  private readonly queues = new Map<number, Queue<T>>();
  /** Queues that are not empty. */
  private readonly active = new Set<Queue<T>>();
  /** Service of the least served queue: a queue that was empty starts here, without credit. */
  private virtualMs = 0;
  private count = 0;
  /** Charge of a request until its actual duration is known: an average of the last ones. */
  private estimatedMs = INITIAL_ESTIMATE_MS;

  constructor(private queuing: Queuing) {}

  /** Number of waiting requests. */
  get waiting(): number {
    return this.count;
  }

  /** Number of queues in memory: none while no request waits. */
  get kept(): number {
    return this.queues.size;
  }

  /** Applies to later requests; those in a queue stay there. */
  configure(queuing: Queuing): void {
    this.queuing = queuing;
  }

  /**
   * Adds a request of the flow to the shortest of its queues.
   * @returns undefined when that one is full.
   */
  add(flow: string, item: T): Ticket<T> | undefined {
    const queue = this.shortestOf(flow);
    if (queue.waiting.size >= this.queuing.lengthLimit) return undefined;
    if (queue.waiting.size === 0) {
      queue.dueMs = Math.max(queue.dueMs, this.virtualMs);
      this.active.add(queue);
    }
    const ticket: QueuedTicket<T> = { item, queue, length: queue.waiting.size + 1, chargedMs: 0 };
    queue.waiting.set(ticket, true);
    this.count++;
    return ticket;
  }

  /** Dispatches the next request; undefined when none waits. */
  next(): Ticket<T> | undefined {
    let chosen: Queue<T> | undefined;
    for (const queue of this.active) if (!chosen || queue.dueMs < chosen.dueMs) chosen = queue;
    if (!chosen) return undefined;
    const [ticket] = chosen.waiting.keys();
    this.takeOut(ticket!);
    this.virtualMs = Math.max(this.virtualMs, chosen.dueMs);
    ticket!.chargedMs = this.estimatedMs;
    chosen.dueMs += this.estimatedMs;
    chosen.executing++;
    if (this.count === 0) this.forget();
    return ticket;
  }

  /** A dispatched request is finished: its queue is charged for the actual duration. */
  finished(ticket: Ticket<T>, serviceMs: number): void {
    const { queue, chargedMs } = ticket as QueuedTicket<T>;
    queue.executing--;
    const costMs = Math.max(serviceMs, MIN_CHARGE_MS);
    queue.dueMs += costMs - chargedMs;
    this.estimatedMs += (costMs - this.estimatedMs) * ESTIMATE_WEIGHT;
  }

  /** @returns false when it no longer waits. */
  remove(ticket: Ticket<T>): boolean {
    if (!(ticket as QueuedTicket<T>).queue.waiting.get(ticket as QueuedTicket<T>)) return false;
    this.takeOut(ticket as QueuedTicket<T>);
    if (this.count === 0) this.forget();
    return true;
  }

  /** Drops the state of idle queues. Called periodically when some request always waits. */
  sweep(): void {
    for (const [index, queue] of this.queues) {
      const isIdle = queue.waiting.size === 0 && queue.executing === 0;
      if (isIdle && queue.dueMs <= this.virtualMs) this.queues.delete(index);
    }
  }

  private takeOut(ticket: QueuedTicket<T>): void {
    const { queue } = ticket;
    queue.waiting.delete(ticket);
    if (queue.waiting.size === 0) this.active.delete(queue);
    this.count--;
  }

  /** Service without waiting requests took nothing from other queues. */
  private forget(): void {
    this.queues.clear();
    this.virtualMs = 0;
  }

  private shortestOf(flow: string): Queue<T> {
    let shortest: Queue<T> | undefined;
    for (const index of dealHand(flow, this.queuing.queues, this.queuing.handSize)) {
      let queue = this.queues.get(index);
      if (!queue) {
        // An empty queue is the shortest.
        this.queues.set(index, (queue = { waiting: new ChurnMap(), executing: 0, dueMs: this.virtualMs }));
        return queue;
      }
      if (!shortest || loadOf(queue) < loadOf(shortest)) shortest = queue;
    }
    return shortest!;
  }
}

const loadOf = (queue: Queue<unknown>): number => queue.waiting.size + queue.executing;
