import type { Logger } from '@orch/process';
import type { RebuildStep } from '@orch/registry';

/** Says loudly that what was in memory could not be relied on any more. @param done told afterwards, when it can be again. */
export const logRebuilds =
  (log: Logger, done: () => void) =>
  (step: RebuildStep): void => {
    switch (step.step) {
      case 'began':
        return log.error(
          'the history of the store went on without this server: requests wait, watches end, all is loaded anew',
          {
            error: step.cause,
          },
        );
      case 'failed':
        return log.error('objects could not be loaded anew', { error: step.error, againInMs: step.againInMs });
      case 'done':
        log.warn('objects were loaded anew', { changes: step.changes, tookMs: step.tookMs });
        return done();
    }
  };
