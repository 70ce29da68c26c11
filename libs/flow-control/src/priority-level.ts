import { FairQueues, type Queuing, type Ticket } from './fair-queues.js';
import type { SeatLimits } from './seat-limits.js';
import type { PoolMember, SeatPool } from './seat-pool.js';

/** Why a request was rejected: label value of metrics. */
export type Refusal = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';

/** Called when the request has its seat. */
export type Waiter = () => void;

/** Settings of a level. */
export interface LevelSettings {
  /** Never limited. */
  readonly exempt: boolean;
  readonly limits: SeatLimits;
  /** Undefined: requests without a seat are rejected. */
  readonly queuing: Queuing | undefined;
}

/**
 * The seats of a priority level, and the requests that wait for one. Executing requests never exceed the seats, except
 * after a reduction, when they keep theirs.
 */
export class PriorityLevel implements PoolMember {
  /** Executing requests. */
  executing = 0;
  /** Highest demand, including waiting requests, since the last `takePeak`. */
  private peak = 0;
  /** Current seats: nominal ones, plus or minus borrowed ones. */
  private allowed = 0;
  /** Seats that are never lent. */
  private own = 0;
  private isExempt = false;
  private settings: LevelSettings | undefined;
  private queues: FairQueues<Waiter> | undefined;

  constructor(
    readonly name: string,
    private readonly pool: SeatPool,
  ) {}

  get waiting(): number {
    return this.queues?.waiting ?? 0;
  }

  get isIdle(): boolean {
    return this.executing === 0 && this.waiting === 0;
  }

  /** Current seats. */
  get seats(): number {
    return this.allowed;
  }

  get limits(): SeatLimits {
    return this.settings?.limits ?? NO_LIMITS;
  }

  get exempt(): boolean {
    return this.isExempt;
  }

  get wantsSeat(): boolean {
    return this.waiting > 0 && this.hasSeat();
  }

  get load(): number {
    return this.executing / Math.max(1, this.limits.nominal);
  }

  /** Seats of the pool in use. */
  get borrowed(): number {
    const beyond = Math.max(0, this.executing - this.own);
    return this.isExempt ? Math.min(beyond, this.limits.lendable) : beyond;
  }

  /** The pool has to be recomputed afterwards. */
  configure(settings: LevelSettings): void {
    this.settings = settings;
    this.isExempt = settings.exempt;
    this.own = settings.limits.nominal - settings.limits.lendable;
    this.allowed = settings.limits.nominal;
    if (!settings.queuing) {
      if (this.waiting === 0) this.queues = undefined; // waiting requests are still served
    } else if (this.queues) this.queues.configure(settings.queuing);
    else this.queues = new FairQueues(settings.queuing);
  }

  /** Sets the seats until the next redistribution. */
  allow(seats: number): void {
    this.allowed = seats;
    this.queues?.sweep();
  }

  /** HOT PATH (bench: get): takes a seat when one is free and no request waits. */
  tryTake(): boolean {
    if (!this.isExempt && (!this.hasSeat() || this.waiting > 0)) {
      const wanted = this.executing + this.waiting + 1;
      if (wanted > this.peak) this.peak = wanted;
      return false;
    }
    this.take();
    return true;
  }

  /** Releases a seat, for a waiting request if any. */
  leave(): void {
    const before = this.executing--;
    if (before > this.own && (!this.isExempt || before <= this.limits.nominal)) this.pool.used--;
    if (this.pool.waiting > 0) this.pool.serve();
  }

  /**
   * Waits for a seat; `serve` is called with it, and `leaveQueue` releases it.
   * @param flow served in turn with other flows.
   */
  wait(flow: string, serve: Waiter): Ticket<Waiter> | Refusal {
    if (!this.settings?.queuing || !this.queues) return 'concurrency-limit';
    const ticket = this.queues.add(flow, serve);
    if (!ticket) return 'queue-full';
    this.pool.waiting++;
    return ticket;
  }

  /** @returns false when it no longer waits. */
  cancel(ticket: Ticket<Waiter>): boolean {
    if (!this.queues?.remove(ticket)) return false;
    this.pool.waiting--;
    return true;
  }

  /** `leave` of a request that waited. */
  leaveQueue(ticket: Ticket<Waiter>, serviceMs: number): void {
    this.queues?.finished(ticket, serviceMs);
    this.leave();
  }

  serveNext(): void {
    const ticket = this.queues?.next();
    if (!ticket) return;
    this.pool.waiting--;
    this.take();
    ticket.item();
  }

  /** The highest demand since the last call. */
  takePeak(): number {
    const peak = Math.max(this.peak, this.executing);
    this.peak = this.executing;
    return peak;
  }

  private hasSeat(): boolean {
    return this.executing < this.allowed && (this.executing < this.own || this.pool.used < this.pool.size);
  }

  private take(): void {
    const after = ++this.executing;
    if (after > this.peak) this.peak = after;
    if (after > this.own && (!this.isExempt || after <= this.limits.nominal)) this.pool.used++;
  }
}

const NO_LIMITS: SeatLimits = { nominal: 0, lendable: 0, most: 0 };
