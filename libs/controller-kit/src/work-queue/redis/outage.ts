import { systemClock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { Subject, type Observable } from 'rxjs';

/** Follows the connection to Redis: logs an outage in two lines, at its start and its end. */
export class Outage {
  private readonly restored = new Subject<void>();
  /** Start of the outage. Unit: milliseconds. */
  private sinceMs: number | undefined;
  private connected = false;
  private closed = false;

  /** @param servers without credentials. */
  constructor(
    private readonly logger: Logger,
    private readonly servers: string,
  ) {}

  /** Emits at the end of an outage. */
  get restored$(): Observable<void> {
    return this.restored;
  }

  get isConnected(): boolean {
    return this.connected;
  }

  onReady(): void {
    this.connected = true;
    if (this.sinceMs === undefined) return;
    const seconds = Math.round((systemClock.now() - this.sinceMs) / 1_000);
    this.sinceMs = undefined;
    this.logger.info('work queue available again', { servers: this.servers, seconds });
    this.restored.next();
  }

  /** @param reason its message only is logged: other properties of errors hold the arguments of commands. */
  onFailure(reason: unknown): void {
    if (this.closed) return;
    const error = reason instanceof Error ? reason.message : String(reason);
    if (this.sinceMs !== undefined) {
      this.logger.debug('work queue is still unavailable', { error });
      return;
    }
    this.sinceMs = systemClock.now();
    this.logger.warn('work queue unavailable, retrying', { servers: this.servers, error });
  }

  onClose(): void {
    if (this.connected) this.onFailure('the connection ended');
    this.connected = false;
  }

  close(): void {
    this.closed = true;
    this.restored.complete();
  }
}
