import { ApiError, FieldPath, fieldError, parseResourceVersion, type FieldError } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Entry } from '../cache/entry.js';
import { entriesInPlace } from '../cache/entries-in-place.js';
import { notInHistory } from '../errors/storage-errors.js';
import { selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { Backlog, EventPiece } from '../watch/backlog.js';
import { resyncBacklog, VisibilityResync } from '../watch/visibility-resync.js';
import type { DynamicVisibility, AppliedVisibility } from '../watch/visibility-filter.js';
import type { Bookmark, WatchEvent } from '../watch/watch-event.js';

/** Query parameters that say where a watch starts. */
export interface WatchParameters {
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly allowWatchBookmarks: boolean;
  /** Undefined: not given. */
  readonly sendInitialEvents?: boolean | undefined;
}

/** Where a watch starts (A-216..A-218, C-044..C-048). */
export interface WatchPlan {
  /** Undefined: the newest state. */
  readonly after: Revision | undefined;
  readonly initialEvents: boolean;
  /** Closes the initial events with a marked bookmark. */
  readonly closingBookmark: boolean;
}

/** @throws ApiError Invalid, BadRequest. */
export function planWatch(p: WatchParameters, metaGroup: string): WatchPlan {
  const revision = parseResourceVersion(p.resourceVersion);
  const match = p.resourceVersionMatch || undefined;
  const refuse = (error: FieldError) => {
    throw ApiError.invalid({ group: metaGroup, kind: 'ListOptions' }, [error]);
  };
  const path = FieldPath.of('resourceVersionMatch');
  if (p.sendInitialEvents === undefined) {
    if (match !== undefined)
      refuse(
        fieldError.forbidden(path, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      );
    const initialEvents = revision === undefined || revision === 0;
    return { after: initialEvents ? undefined : revision, initialEvents, closingBookmark: false };
  }
  if (match !== 'NotOlderThan') {
    refuse(fieldError.forbidden(path, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  if (!p.sendInitialEvents) return { after: revision || undefined, initialEvents: false, closingBookmark: false };
  return { after: undefined, initialEvents: true, closingBookmark: p.allowWatchBookmarks };
}

/** Whose view of the objects a watch shows, where it is not all of them. */
interface SeenBy {
  readonly source: DynamicVisibility;
  readonly visibility: AppliedVisibility;
}

/** Initial events that go out in one piece, and the bytes after which a piece ends. */
const ENTRIES_PER_PIECE = 500;
const BYTES_PER_PIECE = 1_024 * 1_024;

/**
 * The events before the live stream, and the revision they lead up to. A version that left the history, or never was part of it, is
 * answered in the stream, as its only event: clients that resume by themselves take a refused request for a passing fault and ask for the
 * same version for ever (decisions 026 and 052).
 */
export function openBacklog(
  actor: ResourceActor,
  plan: WatchPlan,
  selection: ObjectSelection,
  seen?: SeenBy,
): { start: Revision; backlog: Backlog | undefined } {
  if (plan.initialEvents) {
    const start = actor.position.revision;
    const entries = entriesInPlace(actor.current, selection);
    const bookmark = plan.closingBookmark ? closing(start) : undefined;
    const backlog = seen
      ? new VisibilityResync({
          entries,
          upTo: start,
          selection,
          visibility: seen.visibility,
          shownBy: undefined,
          bookmark,
        })
      : initialEvents(entries, selection, start, bookmark);
    return { start, backlog };
  }
  const start = plan.after ?? actor.position.revision;
  if (start > actor.position.revision)
    return { start, backlog: onceReached(actor, { ...plan, after: start }, selection, seen) };
  if (actor.position.isLost(start)) return { start, backlog: failing(notInHistory(start, actor.position.revision)) };
  // History is of all resources together: where nothing of this one changed since, nothing is missed.
  if (start < actor.position.storage.oldestRevision && start < actor.lastChange) {
    const text = `too old resource version: ${start} (${actor.position.storage.oldestRevision})`;
    return { start, backlog: failing(ApiError.expired(text)) };
  }
  if (!seen) return { start, backlog: undefined };
  // What the client holds was shown by another visibility.
  const unchangedSince = actor.position.revisionAt(seen.source.unchangedSince);
  if (start < unchangedSince) {
    const text = `too old resource version: ${start} (${unchangedSince})`;
    return { start, backlog: failing(ApiError.expired(text)) };
  }
  return { start, backlog: resyncBacklog(entriesInPlace(actor.current, selection), seen.visibility, start) };
}

const closing = (revision: Revision): Bookmark => ({ type: 'BOOKMARK', revision, initialEventsEnd: true });

const failing = (error: ApiError): Backlog => ({
  next: () => {
    throw error;
  },
});

/**
 * A version above the newest here: another server of the same store may have given it. One above the newest of the store was never given,
 * or given to changes that were lost; it is not waited for, since later changes would pass it unseen.
 */
async function* onceReached(
  actor: ResourceActor,
  plan: WatchPlan & { readonly after: Revision },
  selection: ObjectSelection,
  seen: SeenBy | undefined,
): AsyncGenerator<EventPiece, undefined> {
  await actor.position.refresh();
  if (plan.after > actor.position.revision) throw notInHistory(plan.after, actor.position.revision);
  const { backlog } = openBacklog(actor, plan, selection, seen);
  if (backlog) yield* { [Symbol.asyncIterator]: () => backlog as AsyncIterator<EventPiece, undefined> };
  return undefined;
}

/** Selectors are asked piece by piece: it may mean parsing. */
function* initialEvents(
  entries: readonly Entry[],
  selection: ObjectSelection,
  revision: Revision,
  bookmark: Bookmark | undefined,
): Generator<EventPiece, undefined> {
  for (let at = 0; at < entries.length;) {
    const events: WatchEvent[] = [];
    const end = Math.min(entries.length, at + ENTRIES_PER_PIECE);
    for (let bytes = 0; at < end && bytes < BYTES_PER_PIECE; at++) {
      const entry = entries[at]!;
      // What is looked at counts, sent or not: looking may mean parsing.
      bytes += entry.length;
      if (selectsContent(selection, entry)) events.push({ type: 'ADDED', revision: entry.revision, entry });
    }
    yield { events, upTo: revision };
  }
  if (bookmark) yield { events: [bookmark], upTo: revision };
  return undefined;
}
