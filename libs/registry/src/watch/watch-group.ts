import type { Change } from '../cache/change.js';
import type { ObjectSelection } from './object-filter.js';
import type { AppliedVisibility } from './visibility-filter.js';
import { asSelected, type WatchEvent } from './watch-event.js';
import type { Watcher } from './watcher.js';

/** All watchers of one selection: what concerns one concerns all, so it is decided once. */
export class WatchGroup {
  readonly watchers = new Set<Watcher>();

  constructor(
    readonly selection: ObjectSelection,
    readonly text: string,
    /** Of its one watcher, which does not see everything. */
    private readonly visibility?: AppliedVisibility,
  ) {}

  /** What changes that may concern the group are to it. Asked when they are sent: it may mean to look inside objects. */
  readonly select = (changes: readonly Change[]): readonly WatchEvent[] => {
    // Nothing is sent now: the watcher only learns that it has not had them.
    if (this.visibility?.isStale) return changes;
    const events: WatchEvent[] = [];
    for (const change of changes) {
      const event = asSelected(this.selection, change);
      if (event) events.push(event);
    }
    return events;
  };
}
