import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceCache } from '../cache/resource-cache.js';

const KEPT_SNAPSHOTS = 32;
const KEPT_MS = 300_000;
/** A list of which no page was asked for so long is not waited for, when its state costs memory of its own. */
const IDLE_MS = 10_000;
const SWEEP_MS = 5_000;

interface Kept {
  readonly cache: ResourceCache;
  /** When a page was cut from it last, on the clock. */
  readonly usedMs: number;
  /** Lists that were begun here and have not had their last page. */
  readonly lists: number;
}

/**
 * States that a paginated list was started from, so that its next pages need no rolling back. A snapshot shares nodes with the
 * live cache, and holds on to every object as it was. It goes with the last page of the lists begun there, or after five
 * minutes; once it is older than the changes in memory, which hold the same values, it is kept only while pages are being asked
 * for. Only a shortcut: what is not here is rebuilt from history.
 */
export class SnapshotStore {
  private readonly kept = new Map<Revision, Kept>();
  private waits = false;

  constructor(
    private readonly clock: Clock,
    /** States from this revision on hold nothing that is not in memory anyway. */
    private readonly freeFrom: () => Revision,
  ) {}

  /** A page was cut from this state, and there is more. @param first it was the first page of a list. */
  keep(revision: Revision, cache: ResourceCache, first: boolean): void {
    const lists = (this.kept.get(revision)?.lists ?? 0) + (first ? 1 : 0);
    this.kept.delete(revision);
    this.kept.set(revision, { cache, usedMs: this.clock.now(), lists });
    this.dropOld();
    if (this.waits) return;
    this.waits = true;
    this.dropLater();
  }

  get(revision: Revision): ResourceCache | undefined {
    return this.kept.get(revision)?.cache;
  }

  /** What is kept is no state of the store's history any more. */
  clear(): void {
    this.kept.clear();
  }

  /** A list that was begun at this revision has had its last page. */
  finished(revision: Revision): void {
    const kept = this.kept.get(revision);
    if (!kept) return;
    if (kept.lists <= 1) this.kept.delete(revision);
    else this.kept.set(revision, { ...kept, lists: kept.lists - 1 });
  }

  /** A resource nobody lists any more holds no old state. */
  private dropLater(): void {
    this.clock.setTimer(() => {
      this.dropOld();
      if (this.kept.size > 0) this.dropLater();
      else this.waits = false;
    }, SWEEP_MS);
  }

  /** Those used longest ago come first. */
  private dropOld(): void {
    const now = this.clock.now();
    const freeFrom = this.freeFrom();
    for (const [revision, { usedMs }] of this.kept) {
      const keepMs = revision >= freeFrom ? KEPT_MS : IDLE_MS;
      if (now - usedMs >= keepMs || this.kept.size > KEPT_SNAPSHOTS) this.kept.delete(revision);
    }
  }
}
