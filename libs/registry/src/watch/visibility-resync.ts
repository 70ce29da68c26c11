import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { splitObjectKey } from '../keys/storage-keys.js';
import type { EventPiece } from './backlog.js';
import { selectsContent, type ObjectSelection } from './object-filter.js';
import type { AppliedVisibility, VisibilityFilter } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';

/** Objects that are looked at for one piece, and the bytes after which a piece ends. */
const ENTRIES_PER_PIECE = 500;
const BYTES_PER_PIECE = 1_024 * 1_024;

/** What a watcher is to be told of. */
export interface ShiftRequest {
  /** The state that the watcher has reached, by namespace and name as it selects. */
  readonly entries: readonly Entry[] | Promise<readonly Entry[]>;
  readonly upTo: Revision;
  readonly selection: ObjectSelection;
  readonly visibility: AppliedVisibility;
  /** By which it was shown that state so far; undefined where it was shown nothing. */
  readonly shownBy: VisibilityFilter | undefined;
  /** Closes what is told. */
  readonly bookmark: Bookmark | undefined;
}

/**
 * Brings a watcher from one visibility to another without moving it in time: of the state it has reached, objects that it sees now are
 * ADDED, those it no longer sees are DELETED, both as that state has them. Their versions are older than the change of the visibility, so a
 * client that is cut off in the middle cannot resume behind it. When the visibility changes meanwhile, it begins again with what was told
 * so far. The beginning of a watch is the same from nothing.
 */
export class VisibilityResync implements AsyncIterator<EventPiece> {
  private readonly pieces: AsyncGenerator<EventPiece, undefined>;

  constructor(request: ShiftRequest) {
    this.pieces = shift(request);
  }

  next(): Promise<IteratorResult<EventPiece, undefined>> {
    return this.pieces.next();
  }

  return(): Promise<IteratorResult<EventPiece, undefined>> {
    return this.pieces.return(undefined);
  }
}

async function* shift(request: ShiftRequest): AsyncGenerator<EventPiece, undefined> {
  const { upTo, selection, visibility, shownBy, bookmark } = request;
  const entries = await request.entries;
  const shown = new Uint8Array(entries.length);
  if (shownBy) {
    for (let at = 0; at < entries.length; at++) {
      if (sees(shownBy, entries[at]!)) shown[at] = 1;
      if ((at + 1) % ENTRIES_PER_PIECE === 0) yield { events: [], upTo };
    }
  }
  let target;
  do {
    target = visibility.newest;
    for (let at = 0; at < entries.length && target === visibility.newest;) {
      const events: WatchEvent[] = [];
      const end = Math.min(entries.length, at + ENTRIES_PER_PIECE);
      for (let bytes = 0; at < end && bytes < BYTES_PER_PIECE; at++) {
        const entry = entries[at]!;
        const seen = sees(target, entry);
        if (seen === (shown[at] === 1)) continue;
        shown[at] = seen ? 1 : 0;
        // What is looked at counts, sent or not: looking may mean parsing.
        bytes += entry.length;
        if (!selectsContent(selection, entry)) continue;
        events.push({ type: seen ? 'ADDED' : 'DELETED', revision: entry.revision, entry });
      }
      yield { events, upTo };
    }
  } while (target !== visibility.newest);
  visibility.apply(target);
  if (bookmark) yield { events: [bookmark], upTo };
  return undefined;
}

/**
 * Looks at every object of a watch that begins later than with its state: what is seen of it now is what the client was shown, and
 * nobody could tell after the next change.
 */
export function* resyncBacklog(
  entries: readonly Entry[],
  visibility: VisibilityFilter,
  upTo: Revision,
): Generator<EventPiece, undefined> {
  for (let at = 0; at < entries.length; at++) {
    sees(visibility, entries[at]!);
    if ((at + 1) % ENTRIES_PER_PIECE === 0) yield { events: [], upTo };
  }
  return undefined;
}

function sees(visibility: VisibilityFilter, { key }: Entry): boolean {
  const { namespace, name } = splitObjectKey(key);
  return visibility.includes(namespace, name);
}
