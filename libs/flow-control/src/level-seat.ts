import { flowOfRequester, ownTurn, type Seat, type ServerRequest } from '@orch/http';
import type { ActiveSchema } from './active-schema.js';
import type { Ticket } from './fair-queues.js';
import { type InFlightCounts, isRead, noSeat } from './limit-in-flight.js';
import type { Refusal, Waiter } from './priority-level.js';
import { waitForSeat } from './wait-for-seat.js';

/** Dependencies of a seat. */
export interface SeatOptions {
  /** Longest wait for a seat. Unit: milliseconds. */
  readonly waitLimitMs: number;
  /** Counts of executing requests, for metrics. */
  readonly counts: InFlightCounts;
}

/** The seat of a request in a priority level. Not taken at first. */
export class LevelSeat implements Seat {
  private isTaken = false;
  private wasTaken = false;
  /** Of a seat that was waited for. */
  private ticket: Ticket<Waiter> | undefined;
  /** When it got the seat. */
  private startedMs = 0;
  /** Undefined for requests without an in-flight limit. */
  private readonly kind: keyof InFlightCounts['inFlight'] | undefined;

  constructor(
    private readonly request: ServerRequest,
    private readonly schema: ActiveSchema,
    private readonly options: SeatOptions,
  ) {
    if (!request.isLongRunning) this.kind = isRead(request.info.verb) ? 'readOnly' : 'mutating';
  }

  /** HOT PATH (bench: get): a free seat costs a few counters. */
  tryTake(): boolean {
    if (!this.schema.level.tryTake()) return false;
    this.start(undefined);
    return true;
  }

  /**
   * Waits in the queue of the flow, then for a turn: a request that is complete at once releases its seat to the next one, and hundreds of seats may be released in one
   * turn. @returns why there is no seat; undefined with one.
   */
  async wait(): Promise<Refusal | undefined> {
    const ticket = await waitForSeat(this.request, this.schema, this.options.waitLimitMs);
    if (typeof ticket === 'string') return this.refused(ticket);
    this.start(ticket);
    await ownTurn({ flow: flowOfRequester(this.request) });
    if (!this.request.signal.aborted) return undefined;
    this.release();
    return this.refused('cancelled');
  }

  retake(): void | Promise<void> {
    if (!this.tryTake()) return this.waitAgain();
  }

  release(): void {
    if (!this.isTaken) return;
    this.isTaken = false;
    const { ticket, schema, kind, request } = this;
    const heldMs = performance.now() - this.startedMs;
    schema.counts.executions[request.info.verb === 'watch' ? 'watch' : 'regular'].observe(heldMs / 1_000);
    schema.counts.executing--;
    if (kind) this.options.counts.inFlight[kind]--;
    if (ticket) schema.level.leaveQueue(ticket, heldMs);
    else schema.level.leave();
  }

  private refused(why: Refusal): Refusal {
    this.schema.counts.rejected[why]++;
    return why;
  }

  private async waitAgain(): Promise<void> {
    const refusal = await this.wait();
    // An ApiError: the deadline, the end of the server, or a client that left.
    if (refusal === 'cancelled') throw this.request.signal.reason;
    if (refusal) throw noSeat();
  }

  private start(ticket: Ticket<Waiter> | undefined): void {
    const { counts } = this.schema;
    if (!this.wasTaken) counts.dispatched++;
    counts.executing++;
    if (this.kind) this.options.counts.inFlight[this.kind]++;
    this.isTaken = this.wasTaken = true;
    this.ticket = ticket;
    this.startedMs = performance.now();
  }
}
