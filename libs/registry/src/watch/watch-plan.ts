import { ApiError, FieldPath, fieldError, parseResourceVersion, type FieldError } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceActor } from '../actor/resource-actor.js';
import type { Entry } from '../cache/entry.js';
import { objectKey } from '../store/storage-keys.js';
import { selectsContent, type ObjectSelection } from './object-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { Backlog, EventPiece } from './watcher.js';

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

/** Initial events that go out in one piece, and the bytes after which a piece ends. */
const ENTRIES_PER_PIECE = 500;
const BYTES_PER_PIECE = 1_024 * 1_024;

/**
 * The events before the live stream, and the revision they lead up to. A version that is forgotten is told in the stream, as its only event: clients that
 * resume by themselves take a refused request for a passing fault and ask for the same version for ever (decision 026).
 */
export function openBacklog(
  actor: ResourceActor,
  plan: WatchPlan,
  selection: ObjectSelection,
): { start: Revision; backlog: Backlog | undefined } {
  if (plan.initialEvents) {
    const start = actor.revision;
    return { start, backlog: initialEvents(collect(actor, selection), selection, start, plan.closingBookmark) };
  }
  const start = plan.after ?? actor.revision;
  // History is of all resources together: where nothing of this one changed since, nothing is missed.
  if (start < actor.oldestRevision && start < actor.lastChange) {
    return {
      start,
      backlog: failing(ApiError.expired(`too old resource version: ${start} (${actor.oldestRevision})`)),
    };
  }
  return { start, backlog: undefined };
}

const failing = (error: ApiError): Backlog => ({
  next: () => {
    throw error;
  },
});

/** By namespace and name alone. Entries are immutable, so the array is a snapshot. */
function collect(actor: ResourceActor, { namespace, name }: ObjectSelection): Entry[] {
  const entries: Entry[] = [];
  if (namespace !== undefined && name !== undefined) {
    const entry = actor.get(objectKey(namespace, name));
    return entry ? [entry] : entries;
  }
  const suffix = name === undefined ? undefined : `\0${name}`;
  actor.current.visit(namespace, undefined, (entry) => {
    if (suffix === undefined || entry.key.endsWith(suffix)) entries.push(entry);
    return true;
  });
  return entries;
}

/** Selectors are asked piece by piece: it may mean parsing. */
function* initialEvents(
  entries: readonly Entry[],
  selection: ObjectSelection,
  revision: Revision,
  closingBookmark: boolean,
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
  if (closingBookmark) {
    const bookmark: Bookmark = { type: 'BOOKMARK', revision, initialEventsEnd: true };
    yield { events: [bookmark], upTo: revision };
  }
  return undefined;
}
