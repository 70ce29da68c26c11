import type { Revision, Storage } from './storage.js';

/**
 * A driver whose store is shared by several processes; each follows the store asynchronously. Such a store can lose changes that were
 * already delivered (a fail-over that lost writes): then every watch ends with StorageError `Lost`, and caches must relist before they
 * watch again.
 */
export interface SharedStorage extends Storage {
  /**
   * Reads the store's newest revision: at least that of every write that was acknowledged, in any process, before the call. A
   * reader that waits until it has reached that revision gets a consistent read. Concurrent calls share one request.
   * @throws StorageError Unavailable when the store does not answer within the driver's time limit.
   */
  confirm(): Promise<Revision>;
  /**
   * Whether `revision` was lost in a fail-over, so that it is not part of the store's history. A reader that continues from it must
   * relist (410). False above the newest revision, although those are not part of the history either.
   */
  isLost(revision: Revision): boolean;
  /** Last known state of the connection to the store, for health checks and metrics. Makes no call. */
  status(): SharedStorageStatus;
}

export interface SharedStorageStatus {
  /** Whether the store accepts writes, as last known. */
  readonly connected: boolean;
  /** Newest known revision of the store; `revision` of the storage follows it. */
  readonly newestRevision: Revision;
  /** For how long this process has lagged behind the store. Unit: milliseconds; 0: no lag. */
  readonly behindMs: number;
  /** Changes in the history window. */
  readonly logLength: number;
  /** Reconnects since the start. */
  readonly reconnects: number;
  /** How often watches ended because their revision is no longer in the history: lost in a fail-over, or compacted. */
  readonly rebuilds: number;
  /** Settings of the store that may lose acknowledged writes, each as a sentence that says what to change. */
  readonly unsafeSettings: readonly string[];
}

export const isShared = (storage: object): storage is SharedStorage => 'confirm' in storage;
