import type { Revision, Storage } from '@orch/storage';

/** A store, and how far what is in memory follows it. All actors of a store share one. */
export interface StorePosition {
  readonly storage: Storage;
  /** Newest revision that every actor has applied. */
  readonly revision: Revision;
  /** Whether states and changes are in memory in one piece; not while they are loaded. */
  readonly isFollowing: boolean;
  /** Whether the changes up to that revision are not part of the store's history: a fail-over lost them. */
  isLost(revision: Revision): boolean;
  /** Resolves with true when `revision` has been applied, with false after `timeoutMs`. */
  waitFor(revision: Revision, timeoutMs: number): Promise<boolean>;
  /** Returns when memory is as new as the store is at the call. @throws ApiError ServiceUnavailable. */
  refresh(): void | Promise<void>;
  /** The revision that was newest here when the main store, whose revisions say when rights changed, had `main`. */
  revisionAt(main: Revision): Revision;
}
