import type { Revision } from '../storage.js';

/** Who is told of what happens to the files of the embedded store: for logs. */
export interface EmbeddedObserver {
  /** A record of the history is damaged: watches from before it must list again. */
  historyDamaged?(revision: Revision, what: string): void;
  /** The background check found that the current value written at `revision` is damaged in the file; a load names its key. */
  valueDamaged?(revision: Revision, what: string): void;
  /** The disk gives no more space: creates are refused from now on. @param reason to be read after "the store takes no new objects: ". */
  diskFull?(reason: string): void;
  /** Creates are possible again. */
  diskRecovered?(): void;
  /** A start could not make the file smaller, and goes on with it as it is. */
  notCompacted?(reason: string): void;
}
