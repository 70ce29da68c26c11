import type { Logger } from '@orch/process';
import type { EmbeddedObserver } from '@orch/storage';

/** Logs events of the files of the embedded store. */
export const embeddedLog = (log: Logger, dataDir: string): EmbeddedObserver => ({
  diskFull: (reason) =>
    log.error('disk full, rejecting creates until space is available', {
      dataDir,
      reason,
    }),
  diskRecovered: () => log.info('disk space available, accepting creates again', { dataDir }),
  diskFailed: (reason) => log.error('commit failed, rejecting writes for a second', { dataDir, reason }),
  fileRemoved: (file) =>
    log.error(
      'store file removed while in use, rejecting writes: save the objects from this server before it ends, then restore a backup',
      { dataDir, file },
    ),
  notCompacted: (reason) => log.warn('store file not compacted', { dataDir, reason }),
  copiedOnWrite: (reason) =>
    log.warn(
      'store files on btrfs are copied on write, a full disk ends the server: stop it, set chattr +C on an empty directory, and copy them there (cp --reflink=never)',
      { dataDir, reason },
    ),
  noReaders: (reason) => log.warn('orch backup cannot read the store while this server runs', { dataDir, reason }),
  historyDamaged: (revision, what) =>
    log.error('history damaged, watches from earlier revisions must relist', { revision, what }),
  valueDamaged: (revision, what) =>
    log.error('stored value damaged on disk: run "orch fsck" on a stopped server for its key, or restore a backup', {
      revision,
      what,
    }),
});
