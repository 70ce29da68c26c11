import type { Revision } from '@orch/storage';
import type { Backlog, EventPiece } from './backlog.js';
import type { ObjectSelection } from './object-filter.js';
import type { VisibilityResync } from './visibility-resync.js';
import type { AppliedVisibility } from './visibility-filter.js';

/** The changes of one resource, as its watchers need them. */
export interface WatchSource {
  /** Newest revision that `eventsSince` can reach. */
  readonly currentRevision: Revision;
  /** How many changes are newer than `revision`; infinite when some of them are not in memory any more. */
  changesSince(revision: Revision): number;
  /** Events of the selection after `revision`, a bounded piece of them; undefined when they are not in memory any more. */
  eventsSince(selection: ObjectSelection, revision: Revision): EventPiece | undefined;
  /** The same from the store's log; undefined when history does not reach that far back. */
  eventsFromLog(selection: ObjectSelection, revision: Revision): Backlog | undefined;
  /** What tells a watcher that has reached `revision` that it sees other objects now. */
  shift(selection: ObjectSelection, visibility: AppliedVisibility, revision: Revision): VisibilityResync;
}
