/**
 * What a controller is made of: declaration, work queue, reconcile loop, leader election, events, finalizers.
 * @module @orch/controller-kit
 */
export {
  watch,
  type ControllerContext,
  type ControllerDeclaration,
  type Watch,
} from './controller/controller-declaration.js';
export { ControllerRuntime } from './controller/controller-runtime.js';
export { ControllerModule, ControllerRuntimeModule, controllerToken } from './controller/controller.module.js';
export { Controller } from './controller/controller.js';
export { OutageLog } from './controller/outage-log.js';
export { runController, runControllers } from './controller/run-controllers.js';
export type { RunControllersOptions, RunningControllers } from './controller/run-options.js';
export type { EventRecorder } from './event-recorder/event-recorder.js';
export type { CoreEvent, ObjectReference } from './event-recorder/event.js';
export { QueuedEventRecorder, type EventRecorderOptions } from './event-recorder/queued-event-recorder.js';
export { Finalizer, type Cleanup } from './finalizer/finalizer.js';
export { LeadershipLostError } from './leader-election/leadership-lost.js';
export { LeaderElection, type LeaderElectionOptions, type LeaseStore } from './leader-election/leader-election.js';
export type { Lease, LeaseSpec } from './leader-election/lease.js';
export { ReconcileLoop } from './reconcile/reconcile-loop.js';
export { controllerFlags } from './process/controller-flags.js';
export { runAsProcess, runWithFlags, type ControllerProcessFlags } from './process/run-as-process.js';
export { DONE, type Reconciler, type Result, type SelfWakingReconciler } from './reconcile/reconciler.js';
export { TerminalError } from './reconcile/terminal-error.js';
export { RateLimiter, type RateLimiterOptions } from './work-queue/rate-limiter.js';
export { WorkQueue } from './work-queue/work-queue.js';
export { silentLogger, type LogFields, type Logger } from '@orch/process';
