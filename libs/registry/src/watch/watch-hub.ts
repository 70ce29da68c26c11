import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Subscription } from 'rxjs';
import type { Change } from '../cache/change.js';
import type { Delivery, FanOut } from './fan-out.js';
import type { GroupIndex } from './group-index.js';
import { selectionText, type ObjectSelection } from './object-filter.js';
import type { AppliedVisibility } from './visibility-filter.js';
import { isSelectedFast, WatchGroup } from './watch-group.js';
import type { SendPace } from './send-pace.js';
import type { WatchSource } from './watch-source.js';
import { Watcher, type WatcherOwner, type WatchRequest } from './watcher.js';

/** Bookmarks come about this often (C-050). */
const BOOKMARK_INTERVAL_MS = 60_000;
const SWEEP_INTERVAL_MS = 1_000;
/** A watcher whose connection accepts nothing for this long, while this many events wait, ends with 410. */
const STALLED_MS = 5_000;
const STALLED_EVENTS = 1_000;

/** What became of the changes of a resource, and of its watches. */
export interface WatchCounts {
  /** Changes of stored objects that were published. */
  readonly received: number;
  /** Those of them that came while there were watches. */
  readonly dispatched: number;
  /** Watches that were ended because their clients did not read. */
  readonly terminated: number;
}

/** Group and subscription of a watcher. */
interface Membership {
  readonly group: WatchGroup;
  /** Subscription to the changes of its visibility. */
  readonly subscription: Subscription | undefined;
}

/** Watches of the same resource in another version, which follow those of its stored form. */
export interface DerivedWatches {
  /** Changes were published. */
  follow(): void;
  /** As the methods of {@link WatchHub}. */
  finishAll(): void;
  close(): void;
  expire(): void;
}

/**
 * All watchers of one resource, grouped by selection and indexed, so that a change visits only the groups it can
 * concern.
 */
export class WatchHub implements WatcherOwner {
  private readonly groups = new Map<string, WatchGroup>();
  private readonly full = new Set<Watcher>();
  private readonly members = new Map<Watcher, Membership>();
  private readonly derived = new Set<DerivedWatches>();
  private visibilities = 0;
  private stopTimers: (() => void) | undefined;
  private lastBookmarkMs = 0;
  private readonly counted = { received: 0, dispatched: 0, terminated: 0 };

  constructor(
    private readonly source: WatchSource,
    private readonly index: GroupIndex,
    private readonly fanOut: FanOut,
    private readonly clock: Clock,
  ) {}

  /** Number of watchers. */
  get size(): number {
    return this.members.size;
  }

  /** Of the watches of the stored form. */
  get counts(): WatchCounts {
    return this.counted;
  }

  /** @returns detaches them. */
  attach(derived: DerivedWatches): () => void {
    this.derived.add(derived);
    return () => void this.derived.delete(derived);
  }

  add(request: WatchRequest): Watcher {
    const { selection, visibility } = request;
    const watcher = new Watcher(this.source, this, request);
    const group = this.groupOf(selection, visibility);
    group.watchers.add(watcher);
    this.members.set(watcher, { group, subscription: visibility?.follow(() => watcher.visibilityChanged()) });
    this.startTimers();
    return watcher;
  }

  get pace(): SendPace {
    return this.fanOut.pace;
  }

  /** Changes applied before the call are published by the next turn. */
  afterPublished(then: () => void): void {
    setImmediate(() => this.fanOut.enqueue(marker(this.source.currentRevision, then)));
  }

  blocked(watcher: Watcher): void {
    watcher.fullSinceMs = this.clock.now();
    this.full.add(watcher);
  }

  closed(watcher: Watcher): void {
    const member = this.members.get(watcher);
    if (!member) return;
    const { group, subscription } = member;
    subscription?.unsubscribe();
    this.members.delete(watcher);
    this.full.delete(watcher);
    if (this.members.size === 0) {
      this.stopTimers?.();
      this.stopTimers = undefined;
    }
    group.watchers.delete(watcher);
    if (group.watchers.size > 0) return;
    this.groups.delete(group.text);
    this.index.remove(group);
  }

  /** Sends the changes of one commit to the watchers they concern. */
  publish(changes: readonly Change[]): void {
    this.counted.received += changes.length;
    for (const derived of this.derived) derived.follow();
    if (this.members.size === 0) return;
    this.counted.dispatched += changes.length;
    for (const [groups, concerning] of this.index.concerned(changes)) {
      const first = concerning[0]!.revision;
      const last = concerning[concerning.length - 1]!.revision;
      // Objects and previous states to evaluate selectors on; none where that would take long.
      const states = isSelectedFast(concerning) ? statesOf(concerning) : 0;
      for (const group of groups) {
        // There may be thousands with selectors of their own: those that select nothing need no place in the queue.
        if (states > 0 && this.mayEvaluate(group, states) && group.selectsNone(concerning)) continue;
        const { watchers, select } = group;
        this.fanOut.enqueue({ watchers, events: concerning, first, last, select });
      }
    }
  }

  private mayEvaluate({ requirements }: WatchGroup, states: number): boolean {
    return requirements > 0 && this.fanOut.mayEvaluate(requirements * states);
  }

  /** Ends a watch cleanly, with a last bookmark if it allows bookmarks (C-050). */
  finish(watcher: Watcher): void {
    const revision = this.source.currentRevision;
    const events = watcher.bookmarks ? [{ type: 'BOOKMARK' as const, revision, initialEventsEnd: false }] : [];
    this.fanOut.enqueue({
      watchers: events.length > 0 ? [watcher] : [],
      events,
      first: revision,
      last: revision,
      after: () => watcher.end(),
    });
  }

  /** Ends all watches as `finish` does: their resource is no longer served as it was. */
  finishAll(): void {
    for (const derived of this.derived) derived.finishAll();
    for (const watcher of [...this.members.keys()]) this.finish(watcher);
  }

  /** Ends all watches, when the server stops. */
  close(): void {
    for (const derived of this.derived) derived.close();
    this.stopTimers?.();
    this.stopTimers = undefined;
    for (const watcher of [...this.members.keys()]) watcher.end();
  }

  /** Ends all watches with Expired: clients must relist, since the history they followed is gone. */
  expire(): void {
    for (const derived of this.derived) derived.expire();
    for (const watcher of [...this.members.keys()]) watcher.expire();
  }

  /** Ends all watches with an error. */
  fail(error: unknown): void {
    for (const watcher of [...this.members.keys()]) watcher.fail(error);
  }

  private groupOf(selection: ObjectSelection, visibility: AppliedVisibility | undefined): WatchGroup {
    // Watchers change visibility at different times, so those with a filter do not share groups.
    const text = visibility ? `${selectionText(selection)} ${++this.visibilities}` : selectionText(selection);
    let group = this.groups.get(text);
    if (!group) {
      group = new WatchGroup(selection, text, visibility);
      this.groups.set(text, group);
      this.index.add(group);
    }
    return group;
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
      else if (now - watcher.fullSinceMs >= STALLED_MS && this.source.changesSince(watcher.sent) >= STALLED_EVENTS) {
        this.counted.terminated++;
        watcher.expire();
      }
    }
    if (now - this.lastBookmarkMs < BOOKMARK_INTERVAL_MS) return;
    this.lastBookmarkMs = now;
    const revision = this.source.currentRevision;
    const events = [{ type: 'BOOKMARK' as const, revision, initialEventsEnd: false }];
    for (const group of this.groups.values()) {
      const watchers = [...group.watchers].filter((watcher) => watcher.bookmarks);
      if (watchers.length > 0) this.fanOut.enqueue({ watchers, events, first: revision, last: revision });
    }
  }
}

const statesOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { previous }) => sum + (previous ? 2 : 1), 0);

/** An empty delivery, which calls `after` once the queue has reached it. */
const marker = (revision: Revision, after: () => void): Delivery => ({
  watchers: [],
  events: [],
  first: revision,
  last: revision,
  after,
});
