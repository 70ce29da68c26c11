import type { Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceCache } from '../cache/resource-cache.js';

const KEPT_SNAPSHOTS = 32;
const KEPT_MS = 300_000;

/**
 * States that a paginated list was started from, so that its next pages need no rolling back. A snapshot shares nodes with the
 * live cache. Only a shortcut: what is not here is rebuilt from history.
 */
export class SnapshotStore {
  private readonly kept = new Map<Revision, { cache: ResourceCache; untilMs: number }>();

  private waits = false;

  constructor(private readonly clock: Clock) {}

  keep(revision: Revision, cache: ResourceCache): void {
    this.kept.delete(revision);
    this.kept.set(revision, { cache, untilMs: this.clock.now() + KEPT_MS });
    this.dropOld();
    if (this.waits) return;
    this.waits = true;
    this.dropLater();
  }

  get(revision: Revision): ResourceCache | undefined {
    return this.kept.get(revision)?.cache;
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
