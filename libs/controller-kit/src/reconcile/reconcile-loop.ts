import { keyText, turnShare, type TurnShare } from '@orch/client';
import type { Logger } from '@orch/process';
import type { TakenKey, WorkQueue } from '../work-queue/work-queue.js';
import { loggedFailure } from '../logged-failure.js';
import type { FailedKeys } from './failed-keys.js';
import type { Reconciler } from './reconciler.js';
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
    private readonly failedKeys?: Pick<FailedKeys, 'add' | 'remove'>,
  ) {}

  /**
   * Reconciles with `workers` concurrent workers until `signal` is aborted; resolves when the last one has ended. Cannot
   * be restarted: the queue is closed at the end.
   */
  async run(workers: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return this.queue.close();
    let closed: Promise<void> | undefined;
    const close = (): void => void (closed = this.queue.close());
    signal.addEventListener('abort', close, { once: true });
    this.queue.start(workers);
    await Promise.all(Array.from({ length: workers }, () => this.work(signal)));
    signal.removeEventListener('abort', close);
    await closed;
  }

  // HOT PATH (bench: controllers): run once per key; at a start of a process for every object that its controllers watch.
  private async work(signal: AbortSignal): Promise<void> {
    for (let taken = await this.queue.take(); taken !== undefined; taken = await this.queue.take()) {
      // Reconciles that resolve at once would follow each other in microtasks, without I/O and timers.
      const turn = this.share.next();
      if (turn) await turn;
      if (signal.aborted) await taken.release();
      else await this.turn(taken, signal);
    }
  }

  private async turn(taken: TakenKey, signal: AbortSignal): Promise<void> {
    const beganMs = performance.now();
    const outcome = await this.attempt(taken, signal);
    this.observe?.(outcome, (performance.now() - beganMs) / 1_000);
  }

  /** Never rejects: an error of the reconciler is logged and leads to a retry. */
  private async attempt(taken: TakenKey, signal: AbortSignal): Promise<ReconcileOutcome> {
    const { key } = taken;
    try {
      const { requeueAfterMs } = await this.reconciler.reconcile(key, signal);
      this.failedKeys?.remove(() => keyText(key));
      await taken.succeed(requeueAfterMs);
      return requeueAfterMs === undefined ? 'success' : 'requeue_after';
    } catch (err) {
      if (signal.aborted) {
        await taken.release();
        return 'error';
      }
      this.failedKeys?.add(keyText(key), err);
      if (err instanceof TerminalError) {
        await taken.succeed();
        this.logger.error('terminal error, not retrying until the object changes', { key: keyText(key), error: err });
        return 'terminal_error';
      }
      const { failures, afterMs: retryAfterMs } = await taken.retry();
      const error = loggedFailure(err);
      this.logger.warn('reconcile failed, retrying with backoff', { key: keyText(key), failures, retryAfterMs, error });
      return 'error';
    }
  }
}
