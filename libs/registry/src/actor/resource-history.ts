import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@orch/apimachinery';
import type { Revision, StorageEvent } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { Entry, type FactReader } from '../cache/entry.js';
import { EventWindow } from '../cache/event-window.js';
import type { ResourceCache } from '../cache/resource-cache.js';
import { keyInResource } from '../keys/storage-keys.js';
import type { StorePosition } from '../position/store-position.js';
import type { Backlog, EventPiece } from '../watch/backlog.js';
import { hasSelectors, inScope, type ObjectSelection } from '../watch/object-filter.js';
import { batchesInPlace } from '../watch/candidates.js';
import { VisibilityResync } from '../watch/visibility-resync.js';
import type { AppliedVisibility } from '../watch/visibility-filter.js';
import { asSelected, type WatchEvent } from '../watch/watch-event.js';
import type { WatchSource } from '../watch/watch-source.js';
import { LogReads } from './log-reads.js';
import { SnapshotStore } from './snapshot-store.js';

/** Bounds of one batch for a watcher that catches up: events, their bytes, and changes scanned. */
const EVENTS_PER_PIECE = 256;
const BYTES_PER_PIECE = 1_024 * 1_024;
const CHANGES_PER_PIECE = 4_096;
/** Changes that are undone in one turn when a past state is rebuilt. */
const CHANGES_PER_TURN = 1_000;

/** Past states and changes of one resource: from memory as far as it reaches, else from the log of the store. */
export class ResourceHistory implements WatchSource {
  /** Recent changes, in memory. */
  readonly window = new EventWindow();
  readonly snapshots: SnapshotStore;
  /** Revision of the last change, or of the load. */
  changedAt: Revision = 0;

  constructor(
    /** Prefix of the storage keys of the resource. */
    private readonly prefix: string,
    private readonly current: ResourceCache,
    private readonly position: StorePosition,
    clock: Clock,
    private readonly readFacts: FactReader,
  ) {
    this.snapshots = new SnapshotStore(clock, this.window);
  }

  /** Drops the history before that revision. */
  restart(revision: Revision): void {
    this.window.restart(revision);
    this.snapshots.clear();
  }

  add(change: Change): void {
    this.changedAt = change.revision;
    this.window.push(change);
  }

  get currentRevision(): Revision {
    return this.position.revision;
  }

  /** Whether the state at `revision` needs not be rebuilt. */
  isKept(revision: Revision): boolean {
    return revision >= this.changedAt || this.snapshots.get(revision) !== undefined;
  }

  /** The state at `revision`, which must not be older than the store's history. */
  async stateAt(revision: Revision): Promise<ResourceCache> {
    if (revision >= this.changedAt) return this.current.snapshot();
    const kept = this.snapshots.get(revision);
    if (kept) return kept;
    // Taken before the first await, so that later writes are not part of it.
    const past = this.current.snapshotToChange();
    const inMemory = revision >= this.window.completeAfter;
    const restored = await rollBack(past, inMemory ? this.window.after(revision) : this.changesFromLog(revision));
    if (!inMemory) past.ownBytes = restored;
    return past;
  }

  changesSince(revision: Revision): number {
    if (revision < this.window.completeAfter) return Infinity;
    return this.window.endSequence - this.window.sequenceAfter(revision);
  }

  eventsSince(selection: ObjectSelection, revision: Revision): EventPiece | undefined {
    if (revision < this.window.completeAfter) return undefined;
    const events: WatchEvent[] = [];
    const end = this.window.endSequence;
    let at = this.window.sequenceAfter(revision);
    const most = Math.min(end, at + CHANGES_PER_PIECE);
    let upTo = revision;
    const parses = hasSelectors(selection);
    for (let bytes = 0; at < most && events.length < EVENTS_PER_PIECE && bytes < BYTES_PER_PIECE; at++) {
      const change = this.window.at(at)!;
      upTo = change.revision;
      // Counted even if not sent: matching may require parsing.
      if (parses && !change.entry.isRead) bytes += change.entry.length;
      const event = asSelected(selection, change);
      if (!event) continue;
      events.push(event);
      bytes += event.entry.length;
    }
    return { events, upTo: at === end ? Math.max(upTo, this.currentRevision) : upTo };
  }

  eventsFromLog(selection: ObjectSelection, revision: Revision, reader?: string): Backlog | undefined {
    return revision < this.position.storage.oldestRevision ? undefined : this.readLog(selection, revision, reader);
  }

  resync(selection: ObjectSelection, visibility: AppliedVisibility, revision: Revision): VisibilityResync {
    const batches = this.stateAt(revision).then((state) => () => batchesInPlace(state, selection));
    // A failure is reported by the first `next` call.
    batches.catch(() => undefined);
    return new VisibilityResync({
      batches,
      upTo: revision,
      selection,
      visibility,
      previousFilter: visibility.appliedFilter,
      bookmark: undefined,
    });
  }

  private async *readLog(
    selection: ObjectSelection,
    after: Revision,
    reader?: string,
  ): AsyncGenerator<EventPiece, undefined> {
    const select = (event: StorageEvent): WatchEvent | undefined =>
      inScope(selection, event.key.slice(this.prefix.length)) ? asSelected(selection, this.fromLog(event)) : undefined;
    // A part without selected events is a piece, too: a watch that is closed meanwhile reads no further.
    for await (const { values, upTo } of this.logParts(after, select, reader)) yield { events: values, upTo };
    return undefined;
  }

  private async *changesFromLog(after: Revision): AsyncGenerator<Change> {
    for await (const { values } of this.logParts(after, (event) => this.fromLog(event))) yield* values;
  }

  /**
   * The changes after that revision in parts of a megabyte. Between two parts nothing is held: any number of watches may wait for their turn.
   * @param read undefined for those that are left out.
   * @param reader see `LogReads`.
   */
  private async *logParts<T>(
    after: Revision,
    read: (event: StorageEvent) => T | undefined,
    reader = '',
  ): AsyncGenerator<{ readonly values: readonly T[]; readonly upTo: Revision }, undefined> {
    const { storage, revision } = this.position;
    const reads = LogReads.of(storage);
    const partAfter = async (from: Revision) => {
      const values: T[] = [];
      let count = 0;
      let bytes = 0;
      for await (const event of storage.history(this.prefix, from, revision)) {
        const value = read(event);
        if (value !== undefined) values.push(value);
        bytes += event.value.length;
        if (++count < CHANGES_PER_PIECE && values.length < EVENTS_PER_PIECE && bytes < BYTES_PER_PIECE) continue;
        return { values, upTo: event.revision };
      }
      return { values, upTo: revision };
    };
    for (let upTo = after; upTo < revision;) {
      const from = upTo;
      const part = await reads.run(() => partAfter(from), reader);
      yield part;
      ({ upTo } = part);
    }
    return undefined;
  }

  private fromLog(event: StorageEvent): Change {
    const key = keyInResource(event.key, this.prefix);
    const entry = new Entry(key, event.revision, event.value, this.readFacts);
    const before = event.previous;
    const previous = before && new Entry(key, before.revision, before.value, this.readFacts);
    const type = event.type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED';
    return { type, revision: event.revision, entry, previous, timeMs: event.timeMs };
  }
}

/**
 * Restores the value of each key before its first change, some changes per turn of the event loop.
 * @param changes all changes after the requested revision, oldest first.
 * @returns the bytes of the restored values.
 */
async function rollBack(past: ResourceCache, changes: Iterable<Change> | AsyncIterable<Change>): Promise<number> {
  const done = new Set<string>();
  let count = 0;
  let bytes = 0;
  for await (const { entry, previous } of changes) {
    if (++count % CHANGES_PER_TURN === 0) await nextTurn();
    if (done.has(entry.key)) continue;
    done.add(entry.key);
    if (previous) past.set(previous);
    else past.remove(entry.key);
    bytes += previous?.length ?? 0;
  }
  return bytes;
}
