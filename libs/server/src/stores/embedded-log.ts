import type { Logger } from '@orch/process';
import type { EmbeddedObserver } from '@orch/storage';

/** Logs events of the files of the embedded store. */
export const embeddedLog = (log: Logger, dataDir: string): EmbeddedObserver => ({
  diskFull: (reason) =>
    log.error('disk full: creates are refused, reads and deletes work, until there is space again', {
      dataDir,
      reason,
    }),
  diskRecovered: () => log.info('disk has space again: creates work', { dataDir }),
  notCompacted: (reason) => log.warn('store not compacted, it stays as large as it is', { dataDir, reason }),
  historyDamaged: (revision, what) =>
    log.error('history of the store damaged: watches from before that revision must list again', { revision, what }),
  valueDamaged: (revision, what) =>
    log.error('stored value damaged on disk: run "orch fsck" on a stopped server for its key, or restore a backup', {
      revision,
      what,
    }),
});
