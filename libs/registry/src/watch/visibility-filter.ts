import type { Revision } from '@orch/storage';
import type { Observable, Subscription } from 'rxjs';

/** Objects that a user may read, by name. Immutable: replaced when the permissions of the user change. */
export interface VisibilityFilter {
  /** @param namespace empty for cluster-scoped objects. @throws ApiError Expired when the filter was replaced and did not decide this before. */
  includes(namespace: string, name: string): boolean;
}

/** The current filter of a user, which is replaced when permissions change. */
export interface DynamicVisibility {
  readonly current: VisibilityFilter;
  /** `current` applies at least since this revision. */
  readonly unchangedSince: Revision;
  /**
   * Emits after `current` was replaced. If a revision is the cause, it emits before that revision can be read, so that
   * everything sent to a watcher before is older than the change.
   */
  readonly changes: Observable<void>;
}

/** The filter under which one watcher got its events. It lags behind the newest until the watcher got the difference. */
export class AppliedVisibility implements VisibilityFilter {
  private applied: VisibilityFilter;

  constructor(private readonly source: DynamicVisibility) {
    this.applied = source.current;
  }

  get newest(): VisibilityFilter {
    return this.source.current;
  }

  /** The filter under which all events so far were sent. */
  get appliedFilter(): VisibilityFilter {
    return this.applied;
  }

  get isStale(): boolean {
    return this.applied !== this.source.current;
  }

  /** While it is stale, selected events are not sent, so it must not exclude any. */
  includes(namespace: string, name: string): boolean {
    return this.isStale || this.applied.includes(namespace, name);
  }

  /** The watcher got all changes caused by `visibility`. */
  apply(visibility: VisibilityFilter): void {
    this.applied = visibility;
  }

  follow(changed: () => void): Subscription {
    return this.source.changes.subscribe(changed);
  }
}
