import { FairQueues, type Queuing, type Ticket } from './fair-queues.js';
import type { SeatLimits } from './seat-limits.js';
import type { PoolMember, SeatPool } from './seat-pool.js';

/** Why a request was refused, as metrics call it. */
export type Refusal = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';

/** Served when its turn comes: it has its seat then. */
export type Waiter = () => void;

/** What a level allows. */
export interface LevelSettings {
  /** Served at once whatever is under way. */
  readonly exempt: boolean;
  readonly limits: SeatLimits;
  /** Undefined: who finds no seat is refused. */
  readonly queuing: Queuing | undefined;
}

/**
 * A priority level at work: its seats, and those who wait for one. Seats in use never exceed what it may have; when that shrinks,
 * requests under way keep theirs.
 */
export class PriorityLevel implements PoolMember {
  /** Requests under way. */
  executing = 0;
  /** Most at once, waiting ones among them, since the last `takePeak`. */
  private peak = 0;
  /** Seats it may use now: the nominal ones, and what it was lent. */
  private allowed = 0;
  /** Seats that are its own alone. */
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

  /** Seats it may use now. */
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

  /** Seats of the pool it uses now. */
  get borrowed(): number {
    const beyond = Math.max(0, this.executing - this.own);
    return this.isExempt ? Math.min(beyond, this.limits.lendable) : beyond;
  }

  /** The pool has to be counted anew afterwards. */
  configure(settings: LevelSettings): void {
    this.settings = settings;
    this.isExempt = settings.exempt;
    this.own = settings.limits.nominal - settings.limits.lendable;
    this.allowed = settings.limits.nominal;
    if (!settings.queuing) {
      if (this.waiting === 0) this.queues = undefined; // those who wait are still served
    } else if (this.queues) this.queues.configure(settings.queuing);
    else this.queues = new FairQueues(settings.queuing);
  }

  /** Seats until the next time that they are lent. */
  allow(seats: number): void {
    this.allowed = seats;
    this.queues?.sweep();
  }

  /** HOT PATH (bench: get): takes a seat when one is free and nobody waits for it. */
  tryTake(): boolean {
    if (!this.isExempt && (!this.hasSeat() || this.waiting > 0)) {
      const wanted = this.executing + this.waiting + 1;
      if (wanted > this.peak) this.peak = wanted;
      return false;
    }
    this.take();
    return true;
  }

  /** Gives a seat back. Then somebody who waits has it. */
  leave(): void {
    const before = this.executing--;
    if (before > this.own && (!this.isExempt || before <= this.limits.nominal)) this.pool.used--;
    if (this.pool.waiting > 0) this.pool.serve();
  }

  /**
   * Waits for a seat; `serve` is called with it, and `leaveQueue` gives it back.
   * @param flow whose requests are served in turn with those of others.
   */
  wait(flow: string, serve: Waiter): Ticket<Waiter> | Refusal {
    if (!this.settings?.queuing || !this.queues) return 'concurrency-limit';
    const ticket = this.queues.add(flow, serve);
    if (!ticket) return 'queue-full';
    this.pool.waiting++;
    return ticket;
  }

  /** @returns false when it does not wait any more. */
  cancel(ticket: Ticket<Waiter>): boolean {
    if (!this.queues?.remove(ticket)) return false;
    this.pool.waiting--;
    return true;
  }

  /** `leave` of one that waited. */
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

  /** The highest demand since it was last asked. */
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
