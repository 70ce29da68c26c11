import { Observable, type Subscriber } from 'rxjs';

import type { StorageError } from './storage-error.js';
import type { Revision, StorageEvent } from './storage.js';

/** Some changes of the past, in revision order. */
export interface HistoryPage {
  readonly events: readonly StorageEvent[];
  /** Everything up to this revision was looked at. */
  readonly upTo: Revision;
}

/** One watch: what it wants, and how far it is. */
export interface Watch {
  readonly prefix: string;
  /** Whether it asks what stood before. */
  readonly previous: boolean;
  /** Everything up to here was delivered, or is not wanted. */
  position: Revision;
  readonly subscriber: Subscriber<StorageEvent>;
}

/**
 * The watches of an open store: each first reads history, in the way of its driver, then joins the live ones in the turn of the event
 * loop in which its last page reached the newest revision. So no event falls between, and none comes twice.
 */
export class WatchSet {
  private readonly live = new Set<Watch>();
  private readonly reading = new Set<Watch>();

  /** @param begin has it `read` or `join`, or ends it with an error; called for each subscription. */
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

  /** It begins to read history. */
  read(watch: Watch): void {
    this.reading.add(watch);
  }

  /** It has all that was delivered so far. */
  join(watch: Watch): void {
    this.reading.delete(watch);
    this.live.add(watch);
  }

  /** Gives a watch what it read. Returns whether it still wants more. */
  give(watch: Watch, page: HistoryPage): boolean {
    watch.position = page.upTo;
    for (const event of page.events) {
      if (watch.subscriber.closed) return false;
      watch.subscriber.next(event);
    }
    return !watch.subscriber.closed;
  }

  /** Whether nobody would get events. */
  get idle(): boolean {
    return this.live.size === 0;
  }

  /** Whether any live watch asks what stood before. */
  get wantPrevious(): boolean {
    for (const { previous } of this.live) if (previous) return true;
    return false;
  }

  /** Delivers to all live watches, synchronously. To be called in revision order. */
  deliver(event: StorageEvent): void {
    for (const { prefix, position, subscriber } of this.live)
      if (event.revision > position && event.key.startsWith(prefix)) subscriber.next(event);
  }

  /** Ends the watches there are: with an error, or without. */
  end(reason?: StorageError): void {
    for (const { subscriber } of [...this.live, ...this.reading]) {
      if (reason === undefined) subscriber.complete();
      else subscriber.error(reason);
    }
  }

  /** Ends the live ones that wait for what comes after such a revision. */
  endLiveAt(isGone: (position: Revision) => boolean, reason: StorageError): void {
    for (const { position, subscriber } of [...this.live]) if (isGone(position)) subscriber.error(reason);
  }
}
