import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Change } from '../cache/change.js';
import type { Backlog } from './backlog.js';
import type { Delivery, FanOut } from './fan-out.js';
import type { GroupIndex } from './group-index.js';
import { selectionText, type ObjectSelection } from './object-filter.js';
import type { FollowedSight } from './sight.js';
import { WatchGroup } from './watch-group.js';
import type { WatchSink } from './watch-sink.js';
import { Watcher, type WatcherHost } from './watcher.js';

/** Bookmarks come about this often (C-050). */
const BOOKMARK_INTERVAL_MS = 60_000;
const SWEEP_INTERVAL_MS = 1_000;
/** A watcher whose connection takes nothing for this long, while this many events wait, is told 410. */
const STALLED_MS = 5_000;
const STALLED_EVENTS = 1_000;

/** What the hub needs to know of its resource. */
export interface HubHost extends Pick<WatcherHost, 'since' | 'history' | 'shift' | 'currentRevision'> {
  /** How many changes are newer than `revision`; infinite when some of them are not in memory any more. */
  changesSince(revision: Revision): number;
}

/**
 * All watchers of one resource, grouped by what they select and indexed, so that a change visits only the groups it can
 * concern.
 */
export class WatchHub {
  private readonly groups = new Map<string, WatchGroup>();
  private readonly full = new Set<Watcher>();
  private count = 0;
  private sights = 0;
  private stopTimers: (() => void) | undefined;
  private lastBookmarkMs = 0;

  constructor(
    private readonly host: HubHost,
    private readonly index: GroupIndex,
    private readonly fanOut: FanOut,
    private readonly clock: Clock,
  ) {}

  /** How many watchers there are. */
  get size(): number {
    return this.count;
  }

  /** @param sight what `selection` holds as its sight, where it holds one. */
  add(
    selection: ObjectSelection,
    sink: WatchSink,
    bookmarks: boolean,
    start: Revision,
    backlog?: Backlog,
    sight?: FollowedSight,
  ): Watcher {
    // Each watcher comes to another sight in its own time, so those who have one share nothing.
    const text = sight ? `${selectionText(selection)} ${++this.sights}` : selectionText(selection);
    let group = this.groups.get(text);
    if (!group) {
      group = new WatchGroup(selection, text, sight);
      this.groups.set(text, group);
      this.index.add(group);
    }
    const joined = group;
    const watcher = new Watcher(
      {
        pace: this.fanOut.pace,
        currentRevision: () => this.host.currentRevision(),
        since: (asked, revision) => this.host.since(asked, revision),
        history: (asked, revision) => this.host.history(asked, revision),
        shift: (asked, seen, revision) => this.host.shift(asked, seen, revision),
        // What has been applied by the next turn was published by then.
        afterPublished: (then) => setImmediate(() => this.fanOut.enqueue(nothing(this.host.currentRevision(), then))),
        blocked: (w) => this.block(w),
        closed: (w) => {
          following?.unsubscribe();
          this.remove(w, joined);
        },
      },
      selection,
      sink,
      bookmarks,
      backlog,
      start,
      sight,
    );
    const following = sight?.follow(() => watcher.sightChanged());
    group.watchers.add(watcher);
    this.count++;
    this.startTimers();
    return watcher;
  }

  /** Hands the changes of one commit to those they concern. */
  publish(changes: readonly Change[]): void {
    if (this.count === 0) return;
    for (const [groups, concerning] of this.index.concerned(changes)) {
      const first = concerning[0]!.revision;
      const last = concerning[concerning.length - 1]!.revision;
      for (const { watchers, select } of groups) {
        this.fanOut.enqueue({ watchers, events: concerning, first, last, select });
      }
    }
  }

  /** Ends a watch cleanly, with a last bookmark where it asked for bookmarks (C-050). */
  finish(watcher: Watcher): void {
    const revision = this.host.currentRevision();
    const events = watcher.bookmarks ? [{ type: 'BOOKMARK' as const, revision, initialEventsEnd: false }] : [];
    this.fanOut.enqueue({
      watchers: events.length > 0 ? [watcher] : [],
      events,
      first: revision,
      last: revision,
      after: () => watcher.end(),
    });
  }

  /** Ends all watches, when the server stops. */
  close(): void {
    this.stopTimers?.();
    this.stopTimers = undefined;
    for (const watcher of this.watchers()) watcher.end();
  }

  /** Tells all clients that they must list again: what they were told is no longer what goes on. */
  expire(): void {
    for (const watcher of this.watchers()) watcher.expire();
  }

  private watchers(): Watcher[] {
    return [...this.groups.values()].flatMap((group) => [...group.watchers]);
  }

  private remove(watcher: Watcher, group: WatchGroup): void {
    if (!group.watchers.delete(watcher)) return;
    this.full.delete(watcher);
    this.count--;
    if (this.count === 0) {
      this.stopTimers?.();
      this.stopTimers = undefined;
    }
    if (group.watchers.size > 0) return;
    this.groups.delete(group.text);
    this.index.remove(group);
  }

  private block(watcher: Watcher): void {
    watcher.fullSinceMs = this.clock.now();
    this.full.add(watcher);
  }

  private startTimers(): void {
    if (this.stopTimers) return;
    this.lastBookmarkMs = this.clock.now();
    const sweep = () => {
      this.stopTimers = this.clock.setTimer(sweep, SWEEP_INTERVAL_MS);
      this.sweep();
    };
    this.stopTimers = this.clock.setTimer(sweep, SWEEP_INTERVAL_MS);
  }

  private sweep(): void {
    const now = this.clock.now();
    for (const watcher of this.full) {
      if (watcher.fullSinceMs === undefined) this.full.delete(watcher);
      else if (now - watcher.fullSinceMs >= STALLED_MS && this.host.changesSince(watcher.sent) >= STALLED_EVENTS)
        watcher.expire();
    }
    if (now - this.lastBookmarkMs < BOOKMARK_INTERVAL_MS) return;
    this.lastBookmarkMs = now;
    const revision = this.host.currentRevision();
    const events = [{ type: 'BOOKMARK' as const, revision, initialEventsEnd: false }];
    for (const group of this.groups.values()) {
      const watchers = [...group.watchers].filter((watcher) => watcher.bookmarks);
      if (watchers.length > 0) this.fanOut.enqueue({ watchers, events, first: revision, last: revision });
    }
  }
}

/** Tells when the queue has come this far. */
const nothing = (revision: Revision, after: () => void): Delivery => ({
  watchers: [],
  events: [],
  first: revision,
  last: revision,
  after,
});
