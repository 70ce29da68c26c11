import type { Revision } from '@orch/storage';
import type { Change, ChangeType } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { hasSelectors, inScope, selectsContent, type ObjectSelection } from './object-filter.js';

/**
 * One event of a watcher. `entry` is the object to send; for an object that stopped matching, the previous state (sent with
 * this event's revision).
 */
export interface WatchEvent {
  readonly type: ChangeType;
  readonly revision: Revision;
  readonly entry: Entry;
}

/** A point up to which everything was sent. */
export interface Bookmark {
  readonly type: 'BOOKMARK';
  readonly revision: Revision;
  /** Ends the initial events of a streaming list (C-044). */
  readonly initialEventsEnd: boolean;
}

/**
 * The event of a change for a selection: an object that starts matching is ADDED, one that stops is DELETED (C-037).
 * Undefined if neither state matches.
 */
export function asSelected(selection: ObjectSelection, change: Change): WatchEvent | undefined {
  const { entry, previous, revision } = change;
  if (!inScope(selection, entry.key)) return undefined;
  if (!hasSelectors(selection)) return change;
  const matches = change.type !== 'DELETED' && selectsContent(selection, entry);
  const matched = previous !== undefined && selectsContent(selection, previous);
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', revision, entry };
  if (!matched) return undefined;
  return { type: 'DELETED', revision, entry: change.type === 'DELETED' ? entry : previous };
}
