import type { Revision } from '@orch/storage';
import type { Change, ChangeType } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { hasSelectors, inScope, selectsContent, type ObjectSelection } from './object-filter.js';

/**
 * One event as a watcher sees it. `entry` is what it shows; for an object that stopped matching, that is the state before
 * (shown with this event's revision).
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
 * What a change is to those who select: an object that starts matching was ADDED, one that stops was DELETED (C-037).
 * Undefined when it concerns them not at all.
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
