import { Observable, Subject } from 'rxjs';
import type { Change } from '../cache/change.js';

/** Live changes of stored resources, each to those that follow its resource only: there are tens of followers, and most writes are of a resource without any. */
export class ChangeFeeds {
  /** By prefix, those with followers. */
  private readonly feeds = new Map<string, Subject<Change>>();
  private isComplete = false;

  /** HOT PATH (bench: create): one look-up. */
  emit(prefix: string, change: Change): void {
    this.feeds.get(prefix)?.next(change);
  }

  /** Changes of the resource with that prefix, from the subscription on. */
  of(prefix: string): Observable<Change> {
    return new Observable((follower) => {
      if (this.isComplete) return follower.complete();
      let feed = this.feeds.get(prefix);
      if (!feed) this.feeds.set(prefix, (feed = new Subject()));
      const following = feed.subscribe(follower);
      return () => {
        following.unsubscribe();
        if (!feed.observed && this.feeds.get(prefix) === feed) this.feeds.delete(prefix);
      };
    });
  }

  /** No changes follow. */
  complete(): void {
    this.isComplete = true;
    for (const feed of [...this.feeds.values()]) feed.complete();
  }
}
