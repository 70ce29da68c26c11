import type { Revision } from '@orch/storage';
import type { Observable, Subscription } from 'rxjs';

/** Which objects somebody is shown, by name alone. Never changes its mind: who sees other objects has another sight. */
export interface Sight {
  /** @param namespace empty for cluster-scoped objects. @throws ApiError Expired when that was not known while it was in use. */
  sees(namespace: string, name: string): boolean;
}

/** A sight that is replaced as time goes by. Why is not known here. */
export interface ChangingSight {
  readonly current: Sight;
  /** From this revision on at least it is what it is now. */
  readonly unchangedSince: Revision;
  /**
   * Tells that `current` is another. Where a revision is the reason, it is told before anybody can read that revision, so that what a
   * watcher was sent before is older than the change.
   */
  readonly changes: Observable<void>;
}

/** The sight by which one watcher was shown what it was shown. It lags behind the newest until the watcher was told the difference. */
export class FollowedSight implements Sight {
  private applied: Sight;

  constructor(private readonly source: ChangingSight) {
    this.applied = source.current;
  }

  get newest(): Sight {
    return this.source.current;
  }

  /** The one that is lagging, as it is. */
  get shownBy(): Sight {
    return this.applied;
  }

  get isStale(): boolean {
    return this.applied !== this.source.current;
  }

  /** While it is stale nothing that was selected by it is sent, and so nothing may be left out as none of its concern. */
  sees(namespace: string, name: string): boolean {
    return this.isStale || this.applied.sees(namespace, name);
  }

  /** The watcher has been told everything that `sight` makes different. */
  apply(sight: Sight): void {
    this.applied = sight;
  }

  follow(changed: () => void): Subscription {
    return this.source.changes.subscribe(changed);
  }
}
