import { ApiError, parseResourceVersion } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Entry } from '../cache/entry.js';
import { checkWatchOptions, type ListOptions } from '../list/list-options.js';
import { buildIndexes } from '../list/list-page.js';
import { batchesInPlace, candidateBatches } from '../watch/candidates.js';
import { notInHistory } from '../errors/storage-errors.js';
import { entriesPerStep, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { Backlog, EventPiece } from '../watch/backlog.js';
import { resyncBacklog, VisibilityResync } from '../watch/visibility-resync.js';
import type { DynamicVisibility, AppliedVisibility } from '../watch/visibility-filter.js';
import type { Bookmark, WatchEvent } from '../watch/watch-event.js';

/** Query parameters that select where a watch starts. */
export interface WatchParameters extends ListOptions {
  readonly allowWatchBookmarks: boolean;
  /** Whether `sendInitialEvents` may be given. Default: true. */
  readonly servesInitialEvents?: boolean;
}

/** Where a watch starts (A-216..A-218, C-044..C-048). */
export interface WatchPlan {
  /** Undefined: the newest state. With initial events: the version than which their state is not older; undefined: any. */
  readonly after: Revision | undefined;
  readonly initialEvents: boolean;
  /** Ends the initial events with a marked bookmark. */
  readonly closingBookmark: boolean;
}

/** @throws ApiError Invalid, BadRequest. */
export function planWatch(p: WatchParameters, metaGroup: string): WatchPlan {
  checkWatchOptions(p, metaGroup, p.servesInitialEvents ?? true);
  const revision = parseResourceVersion(p.resourceVersion);
  if (p.sendInitialEvents === undefined) {
    const initialEvents = revision === undefined || revision === 0;
    return { after: initialEvents ? undefined : revision, initialEvents, closingBookmark: false };
  }
  if (!p.sendInitialEvents) return { after: revision || undefined, initialEvents: false, closingBookmark: false };
  return { after: revision || undefined, initialEvents: true, closingBookmark: p.allowWatchBookmarks };
}

/** Visibility of a watch that does not include all objects. */
interface WatchVisibility {
  readonly source: DynamicVisibility;
  readonly visibility: AppliedVisibility;
}

/** Initial events per batch, and the bytes after which a batch ends. */
const ENTRIES_PER_PIECE = 500;
const BYTES_PER_PIECE = 1_024 * 1_024;

/**
 * The events before the live stream, and the revision up to which they lead. For a compacted or unknown version the error is the
 * only event of the stream: clients that resume on their own treat a refused request as a transient error and request the same version
 * forever (decisions 026 and 052).
 */
export function openBacklog(
  actor: ResourceActor,
  plan: WatchPlan,
  selection: ObjectSelection,
  watchVisibility?: WatchVisibility,
): { start: Revision; backlog: Backlog | undefined } {
  const awaited = unreachedBacklog(actor, plan, selection, watchVisibility);
  if (awaited) return awaited;
  if (plan.initialEvents) {
    const start = actor.position.revision;
    const indexed = buildIndexes(actor, selection);
    // A watch with a visibility filter scans meanwhile: its filter belongs to the state at its start.
    if (indexed && !watchVisibility) return { start, backlog: onceIndexed(actor, plan, selection, indexed) };
    const bookmark = plan.closingBookmark ? initialEventsEnd(start) : undefined;
    const backlog = watchVisibility
      ? new VisibilityResync({
          batches: candidateBatches(actor.current, selection),
          upTo: start,
          selection,
          visibility: watchVisibility.visibility,
          previousFilter: undefined,
          bookmark,
        })
      : initialEvents(candidateBatches(actor.current, selection), selection, start, bookmark);
    return { start, backlog };
  }
  const start = plan.after ?? actor.position.revision;
  // History is shared by all resources: if this one did not change since, nothing is missed.
  if (start < actor.position.storage.oldestRevision && start < actor.lastChange) {
    const text = `too old resource version: ${start} (${actor.position.storage.oldestRevision})`;
    return { start, backlog: failing(ApiError.expired(text)) };
  }
  if (!watchVisibility) return { start, backlog: undefined };
  // The client got its state under another visibility.
  const unchangedSince = actor.position.revisionAt(watchVisibility.source.unchangedSince);
  if (start < unchangedSince) {
    const text = `too old resource version: ${start} (${unchangedSince})`;
    return { start, backlog: failing(ApiError.expired(text)) };
  }
  return { start, backlog: resyncBacklog(batchesInPlace(actor.current, selection), watchVisibility.visibility, start) };
}

/** Of a watch whose version this cache has not reached, or that was lost; undefined for others. */
function unreachedBacklog(
  actor: ResourceActor,
  plan: WatchPlan,
  selection: ObjectSelection,
  watchVisibility: WatchVisibility | undefined,
): { start: Revision; backlog: Backlog } | undefined {
  const { after: start } = plan;
  const { position } = actor;
  if (start === undefined) return undefined;
  if (start > position.revision)
    return { start, backlog: onceReached(actor, { ...plan, after: start }, selection, watchVisibility) };
  if (position.isLost(start)) return { start, backlog: failing(notInHistory(start, position.revision)) };
  return undefined;
}

const initialEventsEnd = (revision: Revision): Bookmark => ({ type: 'BOOKMARK', revision, initialEventsEnd: true });

const failing = (error: ApiError): Backlog => ({
  next: () => {
    throw error;
  },
});

/**
 * A version above the newest of this cache: another server of the store may have returned it. One above the newest of the store was never
 * assigned, or its changes were lost; it is not waited for, since the watch would miss changes up to it.
 */
async function* onceReached(
  actor: ResourceActor,
  plan: WatchPlan & { readonly after: Revision },
  selection: ObjectSelection,
  watchVisibility: WatchVisibility | undefined,
): AsyncGenerator<EventPiece, undefined> {
  await actor.position.refresh();
  if (plan.after > actor.position.revision) throw notInHistory(plan.after, actor.position.revision);
  const { backlog } = openBacklog(actor, plan, selection, watchVisibility);
  yield* inTurn(backlog);
  return undefined;
}

/** Initial events of the state at the time when the fields of the selection are indexed. */
async function* onceIndexed(
  actor: ResourceActor,
  plan: WatchPlan,
  selection: ObjectSelection,
  indexed: Promise<void>,
): AsyncGenerator<EventPiece, undefined> {
  await indexed;
  yield { events: [], upTo: actor.position.revision };
  yield* inTurn(openBacklog(actor, plan, selection).backlog);
  return undefined;
}

async function* inTurn(backlog: Backlog | undefined): AsyncGenerator<EventPiece, undefined> {
  if (backlog) yield* { [Symbol.asyncIterator]: () => backlog as AsyncIterator<EventPiece, undefined> };
  return undefined;
}

/** Selectors are evaluated batch by batch, since that may require parsing. */
function* initialEvents(
  batches: Iterable<readonly Entry[]>,
  selection: ObjectSelection,
  revision: Revision,
  bookmark: Bookmark | undefined,
): Generator<EventPiece, undefined> {
  const most = entriesPerStep(selection, ENTRIES_PER_PIECE);
  for (const entries of batches) {
    for (let at = 0; at < entries.length;) {
      const events: WatchEvent[] = [];
      const end = Math.min(entries.length, at + most);
      for (let bytes = 0; at < end && bytes < BYTES_PER_PIECE; at++) {
        const entry = entries[at]!;
        // Counted even if not sent: matching may require parsing.
        bytes += entry.length;
        if (selectsContent(selection, entry)) events.push({ type: 'ADDED', revision: entry.revision, entry });
      }
      yield { events, upTo: revision };
    }
  }
  if (bookmark) yield { events: [bookmark], upTo: revision };
  return undefined;
}
