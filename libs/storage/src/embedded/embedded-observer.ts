import type { Revision } from '../storage.js';

/** Callbacks for events of the embedded store's files: for logs. */
export interface EmbeddedObserver {
  /** A record of the history is damaged: watches from earlier revisions must relist. */
  historyDamaged?(revision: Revision, what: string): void;
  /** The background check found that the current value written at `revision` is damaged in the file; a load names its key. */
  valueDamaged?(revision: Revision, what: string): void;
  /** The disk is full: creates are refused. @param reason to be read after "the store takes no new objects: ". */
  diskFull?(reason: string): void;
  /** Creates are possible again. */
  diskRecovered?(): void;
  /** The file was removed or replaced while the store is open: all writes are refused from now on. */
  fileRemoved?(file: string): void;
  /** The disk failed a commit for another reason than missing space: writes are refused for a second. */
  diskFailed?(reason: string): void;
  /** A start could not compact the file, and continues with it unchanged. */
  notCompacted?(reason: string): void;
  /** The file system copies changed pages, or may do so: the reserve does not help on a full disk. */
  copiedOnWrite?(reason: string): void;
  /** Other processes cannot read the store while it is open: a backup needs the server to be stopped. */
  noReaders?(reason: string): void;
}
