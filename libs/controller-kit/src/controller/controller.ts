import { keyOf } from '@orch/client';
import type { Subscription } from 'rxjs';
import { ReconcileLoop } from '../reconcile/reconcile-loop.js';
import type { Reconciler, SelfWakingReconciler } from '../reconcile/reconciler.js';
import { RateLimiter } from '../work-queue/rate-limiter.js';
import { WorkQueue } from '../work-queue/work-queue.js';
import type { ControllerContext, ControllerDeclaration } from './controller-declaration.js';
import { wireWatches } from './wire-watches.js';

const DEFAULT_WORKERS = 2;

/** One declared controller, put together: informers fill the queue from construction on, `run` empties it. */
export class Controller {
  private readonly queue: WorkQueue;
  private readonly wires: Subscription;
  /** Resolves when a reconciler that wakes itself knows the present state; at once for others. */
  readonly synced: Promise<void>;

  constructor(
    readonly declaration: ControllerDeclaration,
    private readonly context: ControllerContext,
    private readonly reconciler: Reconciler,
  ) {
    this.queue = new WorkQueue(context.clock, new RateLimiter(declaration.backoff));
    this.wires = wireWatches(declaration.watches, context.informers, this.queue, context.logger);
    this.synced = wakesItself(reconciler) ? this.followKeysOf(reconciler) : Promise.resolve();
  }

  /**
   * Reconciles until `signal` is aborted; resolves when the last turn has ended. The informers must be synced. Once.
   */
  async run(signal: AbortSignal, workers = this.declaration.workers ?? DEFAULT_WORKERS): Promise<void> {
    const { logger } = this.context;
    const endResync = this.resync();
    logger.info('reconciles', { workers });
    try {
      await new ReconcileLoop(this.queue, this.reconciler, logger).run(workers, signal);
    } finally {
      endResync();
      this.wires.unsubscribe();
      logger.info('stopped');
    }
  }

  /** Frees what it holds, without waiting for turns: for one that never ran, or that `run` could not end. */
  close(): void {
    this.wires.unsubscribe();
    void this.queue.close();
  }

  private followKeysOf({ keys$, synced }: SelfWakingReconciler): Promise<void> {
    this.wires.add(keys$.subscribe((key) => this.queue.add(key)));
    return synced;
  }

  private resync(): () => void {
    const { resyncMs, watches } = this.declaration;
    const first = watches[0];
    if (resyncMs === undefined || !first) return () => undefined;
    const { clock, informers } = this.context;
    const lister = informers.lister(first.resource, first.options);
    const again = (): void => {
      for (const object of lister.list()) {
        for (const key of first.mapToKeys?.(object, informers) ?? [keyOf(object)]) this.queue.add(key);
      }
      cancel = clock.setTimer(again, resyncMs);
    };
    let cancel = clock.setTimer(again, resyncMs);
    return () => cancel();
  }
}

const wakesItself = (reconciler: Reconciler | SelfWakingReconciler): reconciler is SelfWakingReconciler =>
  'keys$' in reconciler;
