export {
  watch,
  type ControllerContext,
  type ControllerDeclaration,
  type Watch,
} from './controller/controller-declaration.js';
export { runController, runControllers } from './controller/run-controllers.js';
export type { RunningControllers, RunOptions } from './controller/run-options.js';
export type { EventRecorder } from './event-recorder/event-recorder.js';
export { Finalizer, type Cleanup } from './finalizer/finalizer.js';
export { silentLogger, type LogFields, type Logger } from './logging/logger.js';
export { DONE, type Reconciler, type Result } from './reconcile/reconciler.js';
export { TerminalError } from './reconcile/terminal-error.js';
