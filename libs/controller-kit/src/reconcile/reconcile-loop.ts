import { keyText, type ObjectKey } from '@orch/client';
import type { Logger } from '@orch/process';
import type { WorkQueue } from '../work-queue/work-queue.js';
import { turnShare, type TurnShare } from '../event-loop/turn-share.js';
import { loggedFailure } from '../logged-failure.js';
import type { Reconciler } from './reconciler.js';
import type { Result } from './result.js';
import { TerminalError } from './terminal-error.js';

/** Outcome of a reconcile. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'error' | 'terminal_error';

/** Called after each reconcile, with its time in seconds. */
export type ReconcileObserver = (outcome: ReconcileOutcome, seconds: number) => void;

/** Workers that take keys from the queue and give them to the reconciler, one turn per key at a time. */
export class ReconcileLoop {
  constructor(
    private readonly queue: WorkQueue,
    private readonly reconciler: Reconciler,
    private readonly logger: Logger,
    private readonly observe?: ReconcileObserver,
    private readonly share: Pick<TurnShare, 'next'> = turnShare,
  ) {}

  /**
   * Reconciles with `workers` concurrent workers until `signal` is aborted; resolves when the last one has ended. Cannot
   * be restarted: the queue is closed at the end.
   */
  async run(workers: number, signal: AbortSignal): Promise<void> {
    const close = (): void => void this.queue.close();
    if (signal.aborted) return close();
    signal.addEventListener('abort', close, { once: true });
    await Promise.all(Array.from({ length: workers }, () => this.work(signal)));
    signal.removeEventListener('abort', close);
  }

  private async work(signal: AbortSignal): Promise<void> {
    for (let key = await this.queue.take(); key !== undefined; key = await this.queue.take()) {
      try {
        // Reconciles that resolve at once would follow each other in microtasks, without I/O and timers.
        const turn = this.share.next();
        if (turn) await turn;
        if (!signal.aborted) await this.turn(key, signal);
      } finally {
        this.queue.done(key);
      }
    }
  }

  private async turn(key: ObjectKey, signal: AbortSignal): Promise<void> {
    const beganMs = performance.now();
    const outcome = await this.attempt(key, signal);
    this.observe?.(outcome, (performance.now() - beganMs) / 1_000);
  }

  /** Never rejects: an error of the reconciler is logged and leads to a retry. */
  private async attempt(key: ObjectKey, signal: AbortSignal): Promise<ReconcileOutcome> {
    try {
      const result = await this.reconciler.reconcile(key, signal);
      this.queue.forget(key);
      this.requeue(key, result);
      return result.requeueAfterMs === undefined ? 'success' : 'requeue_after';
    } catch (err) {
      if (signal.aborted) return 'error';
      if (err instanceof TerminalError) {
        this.queue.forget(key);
        this.logger.error('terminal error, not retrying until the object changes', { key: keyText(key), error: err });
        return 'terminal_error';
      }
      const failures = this.queue.failuresOf(key) + 1;
      const retryAfterMs = this.queue.addRateLimited(key);
      const error = loggedFailure(err);
      this.logger.warn('reconcile failed, retrying with backoff', { key: keyText(key), failures, retryAfterMs, error });
      return 'error';
    }
  }

  private requeue(key: ObjectKey, result: Result): void {
    if (result.requeueAfterMs !== undefined) this.queue.addAfter(key, result.requeueAfterMs);
  }
}
