import { inTurns } from '@orch/client';
import type { Subscription } from 'rxjs';
import { ReconcileLoop, type ReconcileObserver } from '../reconcile/reconcile-loop.js';
import { FailedKeys } from '../reconcile/failed-keys.js';
import type { ControllerOptions } from '../reconcile/reconciler-options.js';
import type { Reconciler, SourcedReconciler } from '../reconcile/reconciler.js';
import { currentKeys } from '../watches/current-keys.js';
import { wireWatches } from '../watches/wire-watches.js';
import { MemoryWorkQueue } from '../work-queue/memory-work-queue.js';
import { RateLimiter } from '../work-queue/rate-limiter.js';
import type { SharedQueues } from '../work-queue/shared-queues.js';
import type { WorkQueue, WorkQueueFigures } from '../work-queue/work-queue.js';
import type { ControllerContext } from './controller-context.js';

const DEFAULT_WORKERS = 2;

/** The work queue, event handlers and workers of a reconciler: informers fill the queue from construction on, `run` processes it. */
export class Controller {
  private readonly queue: WorkQueue;
  private readonly wires: Subscription;
  /** Resolves when the source of a {@link SourcedReconciler} has emitted the keys of the current state; at once for others. */
  readonly synced: Promise<void>;
  /** Whether other processes that run this controller take keys from the same queue. */
  readonly sharesWork: boolean;
  /** How many keys it reconciles at once at most; 0 before {@link run}. */
  workers = 0;
  /** Keys whose last reconcile failed. */
  readonly failedKeys: FailedKeys;
  /** Measures reconciles. Set before {@link run}. Default: none. */
  observer: ReconcileObserver | undefined;

  constructor(
    readonly options: ControllerOptions,
    private readonly context: ControllerContext,
    private readonly reconciler: Reconciler,
    shared?: SharedQueues,
  ) {
    const { name, backoff, isSingle = isSourced(reconciler) } = options;
    this.failedKeys = new FailedKeys(context.clock);
    this.sharesWork = shared !== undefined && !isSingle;
    this.queue = this.sharesWork
      ? shared!.queue(name, backoff)
      : new MemoryWorkQueue(context.clock, new RateLimiter(backoff));
    this.wires = wireWatches(options.watches, context.informers, this.queue, context.logger);
    this.synced = isSourced(reconciler) ? this.followKeysOf(reconciler) : Promise.resolve();
    if (this.sharesWork) this.wires.add(shared!.restored$.subscribe(() => void this.addAll()));
  }

  /** The work queue, for metrics. */
  get queueFigures(): WorkQueueFigures {
    return this.queue;
  }

  /**
   * Reconciles until `signal` is aborted; resolves when the last worker has ended. The informers must be synced. Once.
   */
  async run(signal: AbortSignal, workers = this.options.workers ?? DEFAULT_WORKERS): Promise<void> {
    const { logger } = this.context;
    const { queue, reconciler, observer, failedKeys } = this;
    this.workers = workers;
    const endResync = this.resync();
    logger.debug('starting controller', { workers });
    try {
      await new ReconcileLoop(queue, reconciler, logger, observer, undefined, failedKeys).run(workers, signal);
    } finally {
      endResync();
      this.wires.unsubscribe();
      logger.debug('controller stopped');
    }
  }

  /** Releases its resources without waiting for workers: for a controller that never ran, or whose `run` did not end. */
  close(): void {
    this.wires.unsubscribe();
    void this.queue.close();
  }

  /** Adds the keys of all objects, as at the start. */
  private addAll(): Promise<void> {
    const { context, options, queue } = this;
    return inTurns(currentKeys(options.watches, context.informers, queue, context.logger));
  }

  private followKeysOf({ keys$, synced }: SourcedReconciler): Promise<void> {
    this.wires.add(keys$.subscribe((key) => this.queue.add(key)));
    return synced;
  }

  private resync(): () => void {
    const { resyncMs, watches } = this.options;
    const first = watches[0];
    if (resyncMs === undefined || !first) return () => undefined;
    const { clock, informers, logger } = this.context;
    const { queue } = this;
    // All objects, whatever changes of them add keys.
    const { filter: _filter, ...unfiltered } = first;
    const again = (): void => {
      void inTurns(currentKeys([unfiltered], informers, queue, logger));
      cancel = clock.setTimer(again, resyncMs);
    };
    let cancel = clock.setTimer(again, resyncMs);
    return () => cancel();
  }
}

const isSourced = (reconciler: Reconciler | SourcedReconciler): reconciler is SourcedReconciler =>
  'keys$' in reconciler;
