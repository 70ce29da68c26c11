import type { Logger } from '@orch/process';
import type { RebuildStep } from '@orch/registry';
import type { Storage } from '@orch/storage';
import type { OpenStore } from './open-stores.js';

/**
 * Says loudly that what was in memory of one of the stores could not be relied on any more.
 * @param done told afterwards, when it can be again.
 */
export const logRebuilds =
  (stores: readonly Pick<OpenStore, 'storage' | 'name'>[], log: Logger, done: () => void) =>
  (step: RebuildStep, storage: Storage): void => {
    const store = stores.find((one) => one.storage === storage)?.name;
    switch (step.step) {
      case 'began':
        return log.error(
          'the history of the store went on without this server: requests wait, watches end, all is loaded anew',
          { store, error: step.cause },
        );
      case 'failed':
        return log.error('objects could not be loaded anew', { store, error: step.error, againInMs: step.againInMs });
      case 'done':
        log.warn('objects were loaded anew', { store, changes: step.changes, tookMs: step.tookMs });
        return done();
    }
  };
