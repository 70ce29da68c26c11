import type { Logger } from '@orch/process';
import type { RebuildStep } from '@orch/registry';
import type { Storage } from '@orch/storage';
import type { OpenStore } from './open-stores.js';

/**
 * Logs each step of a cache rebuild.
 * @param done called when the cache can be used again.
 */
export const logRebuilds =
  (stores: readonly Pick<OpenStore, 'storage' | 'name'>[], log: Logger, done: () => void) =>
  (step: RebuildStep, storage: Storage): void => {
    const store = stores.find((one) => one.storage === storage)?.name;
    switch (step.step) {
      case 'began':
        return log.error('history continued without this server: requests wait, watches end, caches are reloaded', {
          store,
          error: step.cause,
        });
      case 'failed':
        return log.error('caches could not be reloaded', { store, error: step.error, againInMs: step.againInMs });
      case 'done':
        log.warn('caches reloaded', { store, changes: step.changes, tookMs: step.tookMs });
        return done();
    }
  };
