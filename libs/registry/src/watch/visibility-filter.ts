import type { Revision } from '@orch/storage';
import type { Observable, Subscription } from 'rxjs';

/** Which objects a user may see, by name alone. Immutable: when the rights of the user change, another filter replaces it. */
export interface VisibilityFilter {
  /** @param namespace empty for cluster-scoped objects. @throws ApiError Expired when that was not known while it was in use. */
  includes(namespace: string, name: string): boolean;
}

/** The filter of a user, which is replaced when rights change. */
export interface DynamicVisibility {
  readonly current: VisibilityFilter;
  /** `current` applies at least since this revision. */
  readonly unchangedSince: Revision;
  /**
   * Emits after `current` was replaced. Where a revision is the reason, it emits before that revision can be read, so that
   * everything a watcher was sent before is older than the change.
   */
  readonly changes: Observable<void>;
}

/** The filter that applies to what one watcher was sent. It lags behind the newest until the watcher was sent the difference. */
export class AppliedVisibility implements VisibilityFilter {
  private applied: VisibilityFilter;

  constructor(private readonly source: DynamicVisibility) {
    this.applied = source.current;
  }

  get newest(): VisibilityFilter {
    return this.source.current;
  }

  /** The filter that applies to what was sent so far. */
  get shownBy(): VisibilityFilter {
    return this.applied;
  }

  get isStale(): boolean {
    return this.applied !== this.source.current;
  }

  /** While it is stale, nothing that it selects is sent, so it must not exclude anything. */
  includes(namespace: string, name: string): boolean {
    return this.isStale || this.applied.includes(namespace, name);
  }

  /** The watcher was sent everything that `visibility` changes. */
  apply(visibility: VisibilityFilter): void {
    this.applied = visibility;
  }

  follow(changed: () => void): Subscription {
    return this.source.changes.subscribe(changed);
  }
}
