import type { Revision } from '@orch/storage';
import type { Backlog, EventPiece } from './backlog.js';
import type { ObjectSelection } from './object-filter.js';
import type { VisibilityResync } from './visibility-resync.js';
import type { AppliedVisibility } from './visibility-filter.js';

/** The changes of one resource, for its watchers. */
export interface WatchSource {
  /** Newest revision that `eventsSince` can reach. */
  readonly currentRevision: Revision;
  /** Number of changes after `revision`; infinite when some are no longer in memory. */
  changesSince(revision: Revision): number;
  /** A bounded batch of the selection's events after `revision`; undefined when they are no longer in memory. */
  eventsSince(selection: ObjectSelection, revision: Revision): EventPiece | undefined;
  /** As `eventsSince`, from the store's log; undefined when they were compacted. @param reader see `WatchRequest`. */
  eventsFromLog(selection: ObjectSelection, revision: Revision, reader?: string): Backlog | undefined;
  /** Events that move a watcher at `revision` to the newest visibility. */
  resync(selection: ObjectSelection, visibility: AppliedVisibility, revision: Revision): VisibilityResync;
}
