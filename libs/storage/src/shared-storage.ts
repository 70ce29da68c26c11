import type { Revision, Storage } from './storage.js';

/**
 * A driver whose store other processes read and write too, each with a view of its own that follows the store. Such a store can
 * also come back without changes that were already seen (a fail-over that lost writes): then every watch ends with StorageError
 * `Lost`, and whoever keeps what it has seen loads it anew before it watches again.
 */
export interface SharedStorage extends Storage {
  /**
   * Asks the store for its newest revision: at least that of every write that was acknowledged to anybody, in any process, before
   * the call. A reader that waits until its view has reached it reads consistently. Calls at the same time share one question.
   * @throws StorageError Unavailable when the store cannot be asked within the driver's time limit.
   */
  confirm(): Promise<Revision>;
  /**
   * Whether `revision` is not part of this store's history: it was given before a fail-over and did not survive it. A reader that goes on
   * from there must begin anew (410). False above the newest revision: such a one is not part of the history either.
   */
  isLost(revision: Revision): boolean;
  /** How this process stands to the store: for health checks and metrics. No call, only what is known. */
  status(): SharedStorageStatus;
}

export interface SharedStorageStatus {
  /** Whether the store can be written now, as far as is known. */
  readonly connected: boolean;
  /** Newest revision known to be in the store; `revision` of the storage follows it. */
  readonly newestRevision: Revision;
  /** For how long this process has been behind the store. Unit: milliseconds; 0: it is not. */
  readonly behindMs: number;
  /** Changes kept in the history window. */
  readonly logLength: number;
  /** Connections made anew since the start. */
  readonly reconnects: number;
  /** How often watches ended because their place in the history was gone: lost in a fail-over, or slept through. */
  readonly rebuilds: number;
  /** Settings of the store by which acknowledged writes may be lost, each as a sentence that says what to change. */
  readonly unsafeSettings: readonly string[];
}

export const isShared = (storage: Storage): storage is SharedStorage => 'confirm' in storage;
