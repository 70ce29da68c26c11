import type { Revision } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';

/** A bounded run of events; with it everything up to `upTo` was sent. */
export interface EventPiece {
  readonly events: readonly (WatchEvent | Bookmark)[];
  readonly upTo: Revision;
}

/** Events that are sent before the watcher follows the live stream: the initial state, or history from the store's log. */
export type Backlog = AsyncIterator<EventPiece> | Iterator<EventPiece>;
