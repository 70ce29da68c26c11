import { ChurnMap } from '@orch/apimachinery';
import { dealHand } from './shuffle-shard.js';

/** How many queues there are, how many of them a flow is dealt, and how many requests wait in each. */
export interface Queuing {
  readonly queues: number;
  readonly handSize: number;
  readonly lengthLimit: number;
}

/** One request in a queue, or served out of it. */
export interface Ticket<T> {
  readonly item: T;
  readonly queue: object;
}

interface Queue<T> {
  /** In order of arrival; whoever gives up leaves at once. */
  readonly waiting: ChurnMap<QueuedTicket<T>, true>;
  /** Requests of it that are being served. */
  executing: number;
  /** What its flows have been served, on the same scale as `virtualMs`: the next request is due at this point. */
  dueMs: number;
}

interface QueuedTicket<T> extends Ticket<T> {
  readonly queue: Queue<T>;
  /** What its queue was charged when it left it. */
  chargedMs: number;
}

/** What a request is taken to need before any was done. Unit: milliseconds. */
export const FIRST_GUESS_MS = 3;
/** What every request costs at least, so that those that take no time have their turn like others. */
const LEAST_MS = 0.1;
/** How much the last request that was done says of the next. */
const NEWS = 1 / 4;

/**
 * Requests that wait for a seat, queue by queue. Whoever was served least is next (start-time fair queueing, where service is the
 * time that a seat was held): over any time in which two queues have somebody waiting, both get the same, but for what is being
 * served just then. Counts no seats and reads no clock.
 */
export class FairQueues<T> {
  private readonly queues = new Map<number, Queue<T>>();
  /** Queues with somebody in them. */
  private readonly active = new Set<Queue<T>>();
  /** How far the least served queue has got: a queue that was empty begins here, and saves nothing up. */
  private virtualMs = 0;
  private count = 0;
  /** What a request is charged until it is done and the truth is known: what the last ones took. */
  private expectedMs = FIRST_GUESS_MS;

  constructor(private queuing: Queuing) {}

  /** Requests that wait. */
  get waiting(): number {
    return this.count;
  }

  /** Queues that are kept in memory: none while nobody waits. */
  get kept(): number {
    return this.queues.size;
  }

  /** For requests that come from now on; those in a queue stay there. */
  configure(queuing: Queuing): void {
    this.queuing = queuing;
  }

  /**
   * Puts a request of the flow into the shortest of its queues.
   * @returns undefined when that one is full.
   */
  add(flow: string, item: T): Ticket<T> | undefined {
    const queue = this.shortestOf(flow);
    if (queue.waiting.size >= this.queuing.lengthLimit) return undefined;
    if (queue.waiting.size === 0) {
      queue.dueMs = Math.max(queue.dueMs, this.virtualMs);
      this.active.add(queue);
    }
    const ticket: QueuedTicket<T> = { item, queue, chargedMs: 0 };
    queue.waiting.set(ticket, true);
    this.count++;
    return ticket;
  }

  /** Takes the request out that is next; undefined when nobody waits. */
  next(): Ticket<T> | undefined {
    let chosen: Queue<T> | undefined;
    for (const queue of this.active) if (!chosen || queue.dueMs < chosen.dueMs) chosen = queue;
    if (!chosen) return undefined;
    const [ticket] = chosen.waiting.keys();
    this.takeOut(ticket!);
    this.virtualMs = Math.max(this.virtualMs, chosen.dueMs);
    ticket!.chargedMs = this.expectedMs;
    chosen.dueMs += this.expectedMs;
    chosen.executing++;
    if (this.count === 0) this.forget();
    return ticket;
  }

  /** A request that was taken out is done: its queue is charged for what it really took. */
  finished(ticket: Ticket<T>, serviceMs: number): void {
    const { queue, chargedMs } = ticket as QueuedTicket<T>;
    queue.executing--;
    const costMs = Math.max(serviceMs, LEAST_MS);
    queue.dueMs += costMs - chargedMs;
    this.expectedMs += (costMs - this.expectedMs) * NEWS;
  }

  /** @returns false when it does not wait any more. */
  remove(ticket: Ticket<T>): boolean {
    if (!(ticket as QueuedTicket<T>).queue.waiting.get(ticket as QueuedTicket<T>)) return false;
    this.takeOut(ticket as QueuedTicket<T>);
    if (this.count === 0) this.forget();
    return true;
  }

  /** Drops what was kept of queues that owe nothing any more. Called now and then where somebody always waits. */
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

  /** What was served while nobody waits took nothing from anybody. */
  private forget(): void {
    this.queues.clear();
    this.virtualMs = 0;
  }

  private shortestOf(flow: string): Queue<T> {
    let shortest: Queue<T> | undefined;
    for (const index of dealHand(flow, this.queuing.queues, this.queuing.handSize)) {
      let queue = this.queues.get(index);
      if (!queue) {
        // Nothing is shorter than empty.
        this.queues.set(index, (queue = { waiting: new ChurnMap(), executing: 0, dueMs: this.virtualMs }));
        return queue;
      }
      if (!shortest || loadOf(queue) < loadOf(shortest)) shortest = queue;
    }
    return shortest!;
  }
}

const loadOf = (queue: Queue<unknown>): number => queue.waiting.size + queue.executing;
