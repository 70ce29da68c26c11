import { type Clock, sleep } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditMode } from './audit-options.js';
import { BatchThrottle, type ThrottleOptions } from './batch-throttle.js';
import type { ByteBudget } from './byte-budget.js';
import { eventBytes } from './event-line.js';
import { truncated, type TruncationLimits } from './truncation.js';

/** How events are queued and batched for one backend. */
export interface DeliveryOptions {
  readonly mode: AuditMode;
  /** Maximum number of events per write. */
  readonly maxEvents: number;
  /** How long the first event of a batch waits for others. */
  readonly maxWaitMs: number;
  /** Maximum number of queued events; further ones are lost. */
  readonly bufferEvents: number;
  /** Memory of events that are queued or being written. */
  readonly budget: ByteBudget;
  /** Replaces an event whose bodies exceed the budget. */
  readonly withoutBodies: (event: AuditEvent) => AuditEvent;
  /** Of mode `batch`. Default: unlimited. */
  readonly throttle?: ThrottleOptions | undefined;
  /** Default: events of any size. */
  readonly truncation?: TruncationLimits | undefined;
}

/** Default limit of one write, except for a single larger event: the JSON of all its events is one string. */
const MAX_WRITE_BYTES = 10 * 1_024 * 1_024;

interface Waiting {
  readonly event: AuditEvent;
  /** Taken from the budget. */
  readonly bytes: number;
  readonly settle: (error?: unknown) => void;
}

/**
 * Sends events to one backend, one write at a time: events that arrive during a write are batched into the next. When a
 * backend fails, its events are lost and counted, and requests still succeed, unless its mode is `blocking-strict`.
 */
export class Delivery {
  /** Counts of stored and of lost events. */
  readonly counts = { kept: 0, lost: 0 };
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;
  private cancelTimer: (() => void) | undefined;
  private failing = false;
  private closing = false;
  private readonly throttle: BatchThrottle | undefined;
  /** Aborted when the shutdown begins: then writes do not wait. */
  private readonly hurry = new AbortController();

  constructor(
    readonly backend: AuditBackend,
    private readonly options: DeliveryOptions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const { mode, throttle } = options;
    this.throttle = throttle && mode === 'batch' ? new BatchThrottle(throttle, clock) : undefined;
  }

  get name(): string {
    return this.backend.name;
  }

  /** Whether requests wait for their events. */
  get isBlocking(): boolean {
    return this.options.mode !== 'batch';
  }

  /** Queues an event. */
  send(event: AuditEvent): void {
    this.take(event, () => undefined);
  }

  /**
   * Sends an event that its request waits for. In mode `batch` the request does not wait.
   * Resolves when the event is written, or lost in a mode other than `blocking-strict`, where it rejects.
   */
  sendAwaited(event: AuditEvent): void | Promise<void> {
    if (!this.isBlocking) return this.send(event);
    const { mode } = this.options;
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) =>
        error === undefined || mode === 'blocking' ? resolve() : reject(error as Error);
      this.take(event, settle);
    });
  }

  /** Writes all queued events, then closes the backend. */
  async close(): Promise<void> {
    this.closing = true;
    this.hurry.abort();
    do {
      this.start();
      await this.writing;
    } while (this.waiting.length > 0);
    await this.backend.close();
  }

  private take(event: AuditEvent, settle: Waiting['settle']): void {
    const item = this.itemOf(event, settle);
    if (!item) return;
    this.waiting.push(item);
    if (this.writing) return;
    const { mode, maxEvents, maxWaitMs } = this.options;
    if (mode !== 'batch' || maxWaitMs === 0 || this.waiting.length >= maxEvents || this.closing) this.start();
    else this.cancelTimer ??= this.clock.setTimer(() => this.start(), maxWaitMs);
  }

  /** Undefined when the event is lost because the queue is full. */
  private itemOf(event: AuditEvent, settle: Waiting['settle']): Waiting | undefined {
    const { bufferEvents, budget, withoutBodies, truncation } = this.options;
    try {
      if (this.waiting.length >= bufferEvents) throw new Error(`${bufferEvents} events wait already`);
      const short = truncation ? truncated(event, truncation, withoutBodies) : event;
      for (const kept of [short, withoutBodies(short)]) {
        const bytes = eventBytes(kept);
        if (budget.take(bytes)) return { event: kept, bytes, settle };
      }
      throw new Error('the events that wait take all memory they may');
    } catch (error) {
      this.lose([settle], error);
      return undefined;
    }
  }

  private start(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (this.writing || this.waiting.length === 0) return;
    // Deferred, so that further events of this turn join the batch.
    this.writing = Promise.resolve()
      .then(() => this.writeAll())
      .finally(() => (this.writing = undefined));
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const waitMs = this.closing ? 0 : (this.throttle?.take() ?? 0);
      if (waitMs > 0) await sleep(this.clock, waitMs, this.hurry.signal).catch(() => undefined);
      const batch = this.waiting.splice(0, this.batchLength());
      const settles = batch.map(({ settle }) => settle);
      try {
        await this.backend.write(batch.map(({ event }) => event));
        this.counts.kept += batch.length;
        if (this.failing) this.log.info('audit events are stored again', { backend: this.name });
        this.failing = false;
        for (const settle of settles) settle();
      } catch (error) {
        this.lose(settles, error);
      }
      for (const { bytes } of batch) this.options.budget.giveBack(bytes);
    }
  }

  /** Number of queued events in the next write. */
  private batchLength(): number {
    const most = Math.min(this.waiting.length, this.options.maxEvents);
    const maxBytes = this.options.truncation?.maxBatchBytes ?? MAX_WRITE_BYTES;
    let bytes = this.waiting[0]!.bytes;
    for (let count = 1; count < most; count++) {
      bytes += this.waiting[count]!.bytes;
      if (bytes > maxBytes) return count;
    }
    return most;
  }

  /** Logs an outage once at its start and once at its end, however many events are lost. */
  private lose(settles: readonly Waiting['settle'][], error: unknown): void {
    this.counts.lost += settles.length;
    if (!this.failing) this.log.error('audit events are lost', { backend: this.name, error });
    this.failing = true;
    for (const settle of settles) settle(error);
  }
}
