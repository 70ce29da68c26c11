import { Observable, type Subscriber } from 'rxjs';

import type { StorageError } from './storage-error.js';
import type { Revision, StorageEvent } from './storage.js';

/** A page of past changes, in revision order. */
export interface HistoryPage {
  readonly events: readonly StorageEvent[];
  /** The page covers every change up to this revision. */
  readonly upTo: Revision;
}

/** One watch: its filter and its position. */
export interface Watch {
  readonly prefix: string;
  /** Whether it reads `previous` of events. */
  readonly previous: boolean;
  /** Everything up to this revision was delivered or filtered out. */
  position: Revision;
  readonly subscriber: Subscriber<StorageEvent>;
}

/**
 * The watches of an open store: each first reads history, as its driver does, then becomes live in the turn of the event
 * loop in which its last page reached the newest revision. So no event is missed or repeated.
 */
export class WatchSet {
  private readonly live = new Set<Watch>();
  private readonly reading = new Set<Watch>();

  /** @param begin calls `read` or `join`, or ends the watch with an error; called for each subscription. */
  observe(wanted: Omit<Watch, 'subscriber'>, begin: (watch: Watch) => void): Observable<StorageEvent> {
    return new Observable((subscriber) => {
      const watch: Watch = { ...wanted, subscriber };
      begin(watch);
      return () => {
        this.live.delete(watch);
        this.reading.delete(watch);
      };
    });
  }

  /** Marks a watch as reading history. */
  read(watch: Watch): void {
    this.reading.add(watch);
  }

  /** Makes a watch live: it has all events delivered so far. */
  join(watch: Watch): void {
    this.reading.delete(watch);
    this.live.add(watch);
  }

  /** Delivers a page of history to a watch. Returns whether it is still subscribed. */
  give(watch: Watch, page: HistoryPage): boolean {
    watch.position = page.upTo;
    for (const event of page.events) {
      if (watch.subscriber.closed) return false;
      watch.subscriber.next(event);
    }
    return !watch.subscriber.closed;
  }

  /** Whether there are no live watches. */
  get idle(): boolean {
    return this.live.size === 0;
  }

  /** Whether any live watch reads `previous`. */
  get wantPrevious(): boolean {
    for (const { previous } of this.live) if (previous) return true;
    return false;
  }

  /** Delivers to all live watches, synchronously. To be called in revision order. */
  deliver(event: StorageEvent): void {
    for (const { prefix, position, subscriber } of this.live)
      if (event.revision > position && event.key.startsWith(prefix)) subscriber.next(event);
  }

  /** Ends all watches: with an error, or completes them. */
  end(reason?: StorageError): void {
    for (const { subscriber } of [...this.live, ...this.reading]) {
      if (reason === undefined) subscriber.complete();
      else subscriber.error(reason);
    }
  }

  /** Ends the live watches whose position matches. */
  endLiveAt(isGone: (position: Revision) => boolean, reason: StorageError): void {
    for (const { position, subscriber } of [...this.live]) if (isGone(position)) subscriber.error(reason);
  }
}
