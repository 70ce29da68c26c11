import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditMode } from './audit-options.js';

/** How events are gathered on their way to one backend. */
export interface DeliveryOptions {
  readonly mode: AuditMode;
  /** Most events in one write. */
  readonly maxEvents: number;
  /** How long the first event of a batch waits for others. */
  readonly maxWaitMs: number;
  /** Most events that wait; more are lost. */
  readonly bufferEvents: number;
}

interface Waiting {
  readonly event: AuditEvent;
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
    this.take({ event, settle: () => undefined });
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
      this.take({ event, settle });
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

  private take(item: Waiting): void {
    if (this.waiting.length >= this.options.bufferEvents) {
      this.lose([item], new Error(`${this.options.bufferEvents} events wait already`));
      return;
    }
    this.waiting.push(item);
    if (this.writing) return;
    const { mode, maxEvents, maxWaitMs } = this.options;
    if (mode !== 'batch' || maxWaitMs === 0 || this.waiting.length >= maxEvents || this.closing) this.start();
    else this.cancelTimer ??= this.clock.setTimer(() => this.start(), maxWaitMs);
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
      const batch = this.waiting.splice(0, this.options.maxEvents);
      try {
        await this.backend.write(batch.map(({ event }) => event));
        this.counts.kept += batch.length;
        if (this.failing) this.log.info('audit events are kept again', { backend: this.name });
        this.failing = false;
        for (const { settle } of batch) settle();
      } catch (error) {
        this.lose(batch, error);
      }
    }
  }

  /** An outage is told when it begins and when it ends, however many events it costs. */
  private lose(batch: readonly Waiting[], error: unknown): void {
    this.counts.lost += batch.length;
    if (!this.failing) this.log.error('audit events are lost', { backend: this.name, error });
    this.failing = true;
    for (const { settle } of batch) settle(error);
  }
}
