/**
 * Building blocks of controllers: reconcilers as Nest providers, work queue, leader election, event recorder, finalizers.
 * @module @orch/controller-kit
 */
export { ControllerContext } from './controller/controller-context.js';
export { ControllerRuntime } from './controller/controller-runtime.js';
export { Controller } from './controller/controller.js';
export { OutageLog } from './controller/outage-log.js';
export { ControllerEndpointsModule } from './endpoints/controller-endpoints.module.js';
export { inTurns, turnShare } from '@orch/client';
export { EventRecorder } from './event-recorder/event-recorder.js';
export type { CoreEvent, ObjectReference } from './event-recorder/event.js';
export { QueuedEventRecorder, type EventRecorderOptions } from './event-recorder/queued-event-recorder.js';
export { Finalizer, type Cleanup } from './finalizer/finalizer.js';
export { InjectLister, InjectResourceClient } from './injection/injection.js';
export { LeadershipLostError } from './leader-election/leadership-lost.js';
export { LeaderElection, type LeaderElectionOptions, type LeaseStore } from './leader-election/leader-election.js';
export type { LeaseTimes } from './leader-election/lease-times.js';
export type { Lease, LeaseSpec } from './leader-election/lease.js';
export { ControllerManager } from './manager/controller-manager.js';
export { ControllerModuleOptions } from './manager/controller-module-options.js';
export { ControllerModule, type ControllerModuleAsyncOptions } from './module/controller.module.js';
export type { FeatureOptions } from './module/reconciler.module.js';
export { controllerFlags } from './process/controller-flags.js';
export { workQueueFlags } from './process/work-queue-flags.js';
export { runAsProcess, runWithFlags, type ControllerProcessFlags } from './process/run-as-process.js';
export {
  runController,
  runControllers,
  type RunControllersOptions,
  type RunningControllers,
} from './process/run-controllers.js';
export { ReconcileLoop, type ReconcileObserver, type ReconcileOutcome } from './reconcile/reconcile-loop.js';
export { reconcilerOptions, type ControllerOptions, type ReconcilerOptions } from './reconcile/reconciler-options.js';
export { Reconciler, type SourcedReconciler } from './reconcile/reconciler.js';
export { DONE, type Result } from './reconcile/result.js';
export { TerminalError } from './reconcile/terminal-error.js';
export { servingFlags } from './serving/serving-flags.js';
export { watch, type Watch } from './watches/watch.js';
export { MemoryWorkQueue } from './work-queue/memory-work-queue.js';
export { RateLimiter, type RateLimiterOptions } from './work-queue/rate-limiter.js';
export type { SharedQueueOptions, SharedQueues } from './work-queue/shared-queues.js';
export type { Retry, TakenKey, WorkQueue, WorkQueueFigures } from './work-queue/work-queue.js';
export { createLogger, Logger, nestLogger, silentLogger, type LogFields } from '@orch/process';
