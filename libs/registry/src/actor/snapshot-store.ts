import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceCache } from '../cache/resource-cache.js';

const KEPT_SNAPSHOTS = 32;
const KEPT_MS = 300_000;

interface Kept {
  readonly cache: ResourceCache;
  readonly untilMs: number;
  /** Lists that were begun here and have not had their last page. */
  readonly lists: number;
}

/**
 * States that a paginated list was started from, so that its next pages need no rolling back. A snapshot shares nodes with the
 * live cache, and holds on to every object as it was: it goes with the last page of the lists begun there, or after five
 * minutes. Only a shortcut: what is not here is rebuilt from history.
 */
export class SnapshotStore {
  private readonly kept = new Map<Revision, Kept>();

  private waits = false;

  constructor(private readonly clock: Clock) {}

  /** A page was cut from this state, and there is more. @param first it was the first page of a list. */
  keep(revision: Revision, cache: ResourceCache, first: boolean): void {
    const lists = (this.kept.get(revision)?.lists ?? 0) + (first ? 1 : 0);
    this.kept.delete(revision);
    this.kept.set(revision, { cache, untilMs: this.clock.now() + KEPT_MS, lists });
    this.dropOld();
    if (this.waits) return;
    this.waits = true;
    this.dropLater();
  }

  get(revision: Revision): ResourceCache | undefined {
    return this.kept.get(revision)?.cache;
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
    }, KEPT_MS);
  }

  private dropOld(): void {
    const now = this.clock.now();
    for (const [revision, { untilMs }] of this.kept) {
      if (untilMs > now && this.kept.size <= KEPT_SNAPSHOTS) break;
      this.kept.delete(revision);
    }
  }
}
