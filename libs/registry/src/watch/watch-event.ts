import type { Revision } from '@orch/storage';
import type { Change, ChangeType } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { splitObjectKey } from '../store/storage-keys.js';
import { selectsContent, type ObjectSelection } from './object-filter.js';

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
 * What a change is to a group that the hub found by its index of namespace and name: an object that starts matching was ADDED, one that stops was
 * DELETED (C-037). Undefined when it concerns them not at all.
 */
export function asSelected(selection: ObjectSelection, change: Change): WatchEvent | undefined {
  const { entry, previous, revision } = change;
  if (selection.namespace === undefined && selection.name !== undefined) {
    if (splitObjectKey(entry.key).name !== selection.name) return undefined;
  }
  if (selection.labels === undefined && selection.fields === undefined) return change;
  const matches = change.type !== 'DELETED' && selectsContent(selection, entry);
  const matched = previous !== undefined && selectsContent(selection, previous);
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', revision, entry };
  if (!matched) return undefined;
  return { type: 'DELETED', revision, entry: change.type === 'DELETED' ? entry : previous };
}
