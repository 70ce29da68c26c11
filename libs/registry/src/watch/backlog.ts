import type { Revision } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';

/** A bounded run of events; with it everything up to `upTo` was sent. */
export interface EventPiece {
  readonly events: readonly (WatchEvent | Bookmark)[];
  readonly upTo: Revision;
}

/** Events that are sent before the watcher follows the live stream: the initial state, or history from the store's log. */
export type Backlog = AsyncIterator<EventPiece> | Iterator<EventPiece>;

/** The batches of a backlog, converted one by one, when they are asked for. */
export async function* convertedPieces(
  backlog: Backlog,
  convert: (piece: EventPiece) => Promise<EventPiece>,
): AsyncGenerator<EventPiece, undefined> {
  try {
    for (;;) {
      const next = await backlog.next();
      if (next.done) return undefined;
      yield await convert(next.value as EventPiece);
    }
  } finally {
    void backlog.return?.();
  }
}
