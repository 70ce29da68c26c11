import type { Revision } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';

/** A bounded run of events; with it everything up to `upTo` was sent. */
export interface EventPiece {
  readonly events: readonly (WatchEvent | Bookmark)[];
  readonly upTo: Revision;
}

/** Events that are sent before the watcher follows the live stream: the initial state, or history from the store's log. */
export type Backlog = AsyncIterator<EventPiece> | Iterator<EventPiece>;

/** A batch whose events are selected in steps. */
export type SelectedPiece = Generator<undefined, EventPiece>;

/**
 * The batches of a backlog, converted one by one, when they are asked for.
 * @param sent revision up to which everything was sent before.
 */
export async function* convertedPieces(
  backlog: Backlog,
  sent: Revision,
  convert: (piece: EventPiece) => Promise<SelectedPiece>,
): AsyncGenerator<EventPiece, undefined> {
  let upTo = sent;
  try {
    for (;;) {
      const next = await backlog.next();
      if (next.done) return undefined;
      const selected = await convert(next.value as EventPiece);
      let piece: EventPiece | undefined;
      while (!piece) {
        yield { events: [], upTo }; // the owner's budget of time counts what follows a `next`, not what follows an `await`
        const step = selected.next();
        if (step.done) piece = step.value;
      }
      upTo = piece.upTo;
      yield piece;
    }
  } finally {
    void backlog.return?.();
  }
}
