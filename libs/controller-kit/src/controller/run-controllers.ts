import type { ControllerDeclaration } from './controller-declaration.js';
import type { RunningControllers, RunOptions } from './run-options.js';

/** Starts the controllers in one process; resolves when all informers are synced. */
export function runControllers(
  declarations: readonly ControllerDeclaration[],
  options: RunOptions,
): Promise<RunningControllers> {
  return Promise.reject(new Error(`being written: ${declarations.length} ${options.vocabulary.name}`));
}

/** Starts one controller. */
export const runController = (declaration: ControllerDeclaration, options: RunOptions): Promise<RunningControllers> =>
  runControllers([declaration], options);
