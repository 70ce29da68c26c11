import type { Change } from '../cache/change.js';
import type { ObjectSelection } from './object-filter.js';
import type { AppliedVisibility } from './visibility-filter.js';
import { asSelected, type WatchEvent } from './watch-event.js';
import type { Watcher } from './watcher.js';

/** All watchers of one selection, which is evaluated once for all of them. */
export class WatchGroup {
  readonly watchers = new Set<Watcher>();

  constructor(
    readonly selection: ObjectSelection,
    readonly text: string,
    /** Visibility of its only watcher, if it has a filter. */
    private readonly visibility?: AppliedVisibility,
  ) {}

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
