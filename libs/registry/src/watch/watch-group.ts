import type { Change } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { requirementsOf, type ObjectSelection } from './object-filter.js';
import type { AppliedVisibility } from './visibility-filter.js';
import { asSelected, type WatchEvent } from './watch-event.js';
import type { Watcher } from './watcher.js';

/** Bytes of the objects of a commit that are parsed when it is published. */
const PARSED_BYTES = 64 * 1_024;

/** Whether selectors are evaluated on these changes in next to no time: without parsing much. */
export function isSelectedFast(changes: readonly Change[]): boolean {
  let left = PARSED_BYTES;
  const take = (entry: Entry): boolean => {
    if (!entry.isLarge && entry.isRead) return true;
    left -= entry.length;
    return left >= 0;
  };
  return changes.every(({ entry, previous }) => take(entry) && (previous === undefined || take(previous)));
}

/** All watchers of one selection, which is evaluated once for all of them. */
export class WatchGroup {
  readonly watchers = new Set<Watcher>();
  /** Number of requirements of its selectors. */
  readonly requirements: number;

  constructor(
    readonly selection: ObjectSelection,
    readonly text: string,
    /** Visibility of its only watcher, if it has a filter. */
    private readonly visibility?: AppliedVisibility,
  ) {
    this.requirements = requirementsOf(selection);
  }

  /** Whether its selectors select none of the changes. False also where that is known only when they are sent. */
  selectsNone(changes: readonly Change[]): boolean {
    if (this.requirements === 0 || this.visibility) return false;
    try {
      return !changes.some((change) => asSelected(this.selection, change));
    } catch {
      // `select` reports it to the watchers.
      return false;
    }
  }

  /** Selects the events of the group from changes. Called when they are sent, since it may require parsing. */
  readonly select = (changes: readonly Change[]): readonly WatchEvent[] => {
    // Not sent: the watcher only notes that it missed them.
    if (this.visibility?.isStale) return changes;
    const events: WatchEvent[] = [];
    for (const change of changes) {
      const event = asSelected(this.selection, change);
      if (event) events.push(event);
    }
    return events;
  };
}
