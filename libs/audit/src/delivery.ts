import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditMode } from './audit-options.js';
import type { ByteBudget } from './byte-budget.js';
import { eventBytes } from './event-line.js';

/** How events are gathered on their way to one backend. */
export interface DeliveryOptions {
  readonly mode: AuditMode;
  /** Most events in one write. */
  readonly maxEvents: number;
  /** How long the first event of a batch waits for others. */
  readonly maxWaitMs: number;
  /** Most events that wait; more are lost. */
  readonly bufferEvents: number;
  /** For events that wait or are being written. */
  readonly budget: ByteBudget;
  /** The event that is kept instead of one whose bodies no longer fit into the budget. */
  readonly withoutBodies: (event: AuditEvent) => AuditEvent;
}

/** Events of one write have so many bytes at most, unless a single one has more: their JSON becomes one text. */
const MAX_WRITE_BYTES = 10 * 1_024 * 1_024;

interface Waiting {
  readonly event: AuditEvent;
  /** Taken from the budget. */
  readonly bytes: number;
  readonly settle: (error?: unknown) => void;
}

/**
 * Brings events to one backend, one write at a time: what comes while a write runs goes with the next. A backend that fails
 * costs events, which are counted, and never an answer, unless its mode is `blocking-strict`.
 */
export class Delivery {
  /** Events that were kept, and events that were lost. */
  readonly counts = { kept: 0, lost: 0 };
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;
  private cancelTimer: (() => void) | undefined;
  private failing = false;
  private closing = false;

  constructor(
    readonly backend: AuditBackend,
    private readonly options: DeliveryOptions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  get name(): string {
    return this.backend.name;
  }

  /** Takes an event, and goes on at once. */
  send(event: AuditEvent): void {
    this.take(event, () => undefined);
  }

  /**
   * Takes an event before its request goes on. In mode `batch` nothing waits.
   * @returns when it was kept, or lost where that is no reason to stop.
   * Rejects in mode `blocking-strict` when it was lost.
   */
  sendFirst(event: AuditEvent): void | Promise<void> {
    const { mode } = this.options;
    if (mode === 'batch') return this.send(event);
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) =>
        error === undefined || mode === 'blocking' ? resolve() : reject(error as Error);
      this.take(event, settle);
    });
  }

  /** Everything taken is written, then the backend is closed. */
  async close(): Promise<void> {
    this.closing = true;
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

  /** Undefined when the event is lost, as too much waits already. */
  private itemOf(event: AuditEvent, settle: Waiting['settle']): Waiting | undefined {
    const { bufferEvents, budget, withoutBodies } = this.options;
    if (this.waiting.length >= bufferEvents) {
      this.lose([settle], new Error(`${bufferEvents} events wait already`));
      return undefined;
    }
    for (const kept of [event, withoutBodies(event)]) {
      const bytes = eventBytes(kept);
      if (budget.take(bytes)) return { event: kept, bytes, settle };
    }
    this.lose([settle], new Error('the events that wait take all memory they may'));
    return undefined;
  }

  private start(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    if (this.writing || this.waiting.length === 0) return;
    // A turn later: what this turn still brings goes with it.
    this.writing = Promise.resolve()
      .then(() => this.writeAll())
      .finally(() => (this.writing = undefined));
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.batchLength());
      const settles = batch.map(({ settle }) => settle);
      try {
        await this.backend.write(batch.map(({ event }) => event));
        this.counts.kept += batch.length;
        if (this.failing) this.log.info('audit events are kept again', { backend: this.name });
        this.failing = false;
        for (const settle of settles) settle();
      } catch (error) {
        this.lose(settles, error);
      }
      for (const { bytes } of batch) this.options.budget.giveBack(bytes);
    }
  }

  /** How many of the events that wait make the next write. */
  private batchLength(): number {
    const most = Math.min(this.waiting.length, this.options.maxEvents);
    let bytes = this.waiting[0]!.bytes;
    for (let count = 1; count < most; count++) {
      bytes += this.waiting[count]!.bytes;
      if (bytes > MAX_WRITE_BYTES) return count;
    }
    return most;
  }

  /** An outage is told when it begins and when it ends, however many events it costs. */
  private lose(settles: readonly Waiting['settle'][], error: unknown): void {
    this.counts.lost += settles.length;
    if (!this.failing) this.log.error('audit events are lost', { backend: this.name, error });
    this.failing = true;
    for (const settle of settles) settle(error);
  }
}
