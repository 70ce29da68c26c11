import type { Revision, Storage } from '@orch/storage';

/** A store, and the revision up to which its cache follows it. Shared by all actors of a store. */
export interface StorePosition {
  readonly storage: Storage;
  /** Newest revision that every actor has applied. */
  readonly revision: Revision;
  /** Whether the cache is synced; false while it is loading. */
  readonly isFollowing: boolean;
  /** Whether the changes up to that revision are not part of the store's history: a fail-over lost them. */
  isLost(revision: Revision): boolean;
  /** Resolves with true when `revision` has been applied, with false after `timeoutMs`. */
  waitFor(revision: Revision, timeoutMs: number): Promise<boolean>;
  /** Waits until the cache has the store's newest revision at the call. @throws ApiError ServiceUnavailable. */
  refresh(): void | Promise<void>;
  /** Newest revision of this store when the main store, whose revisions date changes of RBAC, was at `main`. */
  revisionAt(main: Revision): Revision;
}
