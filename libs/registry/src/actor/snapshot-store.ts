import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { EventWindow } from '../cache/event-window.js';
import type { ResourceCache } from '../cache/resource-cache.js';

const KEPT_SNAPSHOTS = 32;
const KEPT_MS = 300_000;
/** Idle time after which the snapshot of a list is dropped, when it holds values that memory does not hold otherwise. */
const IDLE_MS = 10_000;
const SWEEP_MS = 5_000;
/** Values that all kept snapshots of a resource hold for themselves: those of states that were rebuilt from the log of the store. Unit: bytes. */
const OWN_BYTES = 32 * 1_024 * 1_024;

/**
 * Values that the other snapshots of a resource keep after the changes that replaced them have left memory. A list of a large resource that is
 * written often needs some; without a bound, pages of 32 lists kept 32 versions of all objects. Unit: bytes.
 */
const REPLACED_BYTES = 128 * 1_024 * 1_024;

/** The changes in memory. */
type SnapshotWindow = Pick<EventWindow, 'completeAfter' | 'droppedBytes' | 'pushedBytesAt'>;

interface Kept {
  /** `pushedBytesAt` of the window at its revision: what is dropped beyond that are values of this state. */
  readonly base: number;
  readonly cache: ResourceCache;
  /** Clock time of the last page read from it. */
  readonly usedMs: number;
  /** Lists that started at this revision and have pages left. */
  readonly lists: number;
}

/**
 * Snapshots of paginated lists, so that their next pages need no rollback of the cache. A snapshot shares nodes with the
 * live cache, and keeps every object alive as it was. It is dropped with the last page of its lists, or after five minutes; a
 * snapshot older than the changes in memory, which hold the same values, is kept only while pages are being read. This is a
 * cache: a missing snapshot is rebuilt from history.
 */
export class SnapshotStore {
  private readonly kept = new Map<Revision, Kept>();
  private scheduled = false;

  constructor(
    private readonly clock: Clock,
    /** Snapshots from its first revision on hold only values that are in memory anyway. */
    private readonly window: SnapshotWindow,
  ) {}

  /** A page was read from this state, and more pages follow. @param first it was the first page of a list. */
  keep(revision: Revision, cache: ResourceCache, first: boolean): void {
    const known = this.kept.get(revision);
    const lists = (known?.lists ?? 0) + (first ? 1 : 0);
    const base = known?.base ?? this.window.pushedBytesAt(revision);
    this.kept.delete(revision);
    this.kept.set(revision, { cache, usedMs: this.clock.now(), lists, base });
    this.dropOld();
    if (this.scheduled) return;
    this.scheduled = true;
    this.dropLater();
  }

  get(revision: Revision): ResourceCache | undefined {
    return this.kept.get(revision)?.cache;
  }

  /** The snapshots are no longer states of the store's history. */
  clear(): void {
    this.kept.clear();
  }

  /** A list that started at this revision has read its last page. */
  finished(revision: Revision): void {
    const kept = this.kept.get(revision);
    if (!kept) return;
    if (kept.lists <= 1) this.kept.delete(revision);
    else this.kept.set(revision, { ...kept, lists: kept.lists - 1 });
  }

  /** Drops idle snapshots without further lists. */
  private dropLater(): void {
    this.clock.setTimer(() => {
      this.dropOld();
      if (this.kept.size > 0) this.dropLater();
      else this.scheduled = false;
    }, SWEEP_MS);
  }

  /** Least recently used first. */
  private dropOld(): void {
    const now = this.clock.now();
    const { completeAfter: freeFrom, droppedBytes } = this.window;
    let ownBytes = 0;
    for (const { cache } of this.kept.values()) ownBytes += cache.ownBytes;
    for (const [revision, { usedMs, cache, base }] of this.kept) {
      const keepMs = revision >= freeFrom ? KEPT_MS : IDLE_MS;
      const isTooMuch = this.kept.size > KEPT_SNAPSHOTS || (ownBytes > OWN_BYTES && cache.ownBytes > 0);
      // Snapshots share what they keep: the oldest keeps all that the others do.
      const isOutdated = droppedBytes - base > REPLACED_BYTES;
      if (now - usedMs < keepMs && !isTooMuch && !isOutdated) continue;
      this.kept.delete(revision);
      ownBytes -= cache.ownBytes;
    }
  }
}
