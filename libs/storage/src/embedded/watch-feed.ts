import { Observable, type Subscriber } from 'rxjs';

import type { Revision, StorageEvent } from '../storage.js';
import type { HistoryPage } from './history-reader.js';

/** What a watch reads its past from. */
export interface Past {
  /** Newest revision that was published. */
  revision(): Revision;
  /** @throws StorageError when the store is closed or history does not reach back that far. */
  page(prefix: string, after: Revision, upTo: Revision): HistoryPage;
}

interface Watch {
  readonly prefix: string;
  /** Everything up to here was delivered, or is not wanted. */
  position: Revision;
  readonly subscriber: Subscriber<StorageEvent>;
}

/**
 * Watches: each first reads history in pages, one a turn of the event loop, then joins the live ones in the same turn in
 * which its last page reached the newest revision. So no event falls between, and none comes twice.
 */
export class WatchFeed {
  private readonly live = new Set<Watch>();
  private readonly reading = new Set<Watch>();
  private ended = false;

  constructor(private readonly past: Past) {}

  watch(prefix: string, after: Revision): Observable<StorageEvent> {
    return new Observable((subscriber) => {
      const watch: Watch = { prefix, position: after, subscriber };
      this.start(watch);
      return () => {
        this.live.delete(watch);
        this.reading.delete(watch);
      };
    });
  }

  /** Delivers to all live watches, synchronously. To be called in revision order. */
  deliver(event: StorageEvent): void {
    for (const { prefix, position, subscriber } of this.live)
      if (event.revision > position && event.key.startsWith(prefix)) subscriber.next(event);
  }

  /** Whether anybody would get events. */
  get idle(): boolean {
    return this.live.size === 0;
  }

  /** Ends every watch for good: with an error, or without. */
  end(reason?: unknown): void {
    this.ended = true;
    this.cut(reason);
  }

  /** Ends the watches there are; later ones are served. */
  cut(reason?: unknown): void {
    for (const { subscriber } of [...this.live, ...this.reading]) {
      if (reason === undefined) subscriber.complete();
      else subscriber.error(reason);
    }
  }

  private start(watch: Watch): void {
    try {
      // An empty page: checks that the store is open and reaches back that far.
      this.past.page(watch.prefix, watch.position, watch.position);
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.position >= this.past.revision()) this.live.add(watch);
    else this.readOn(watch);
  }

  private readOn(watch: Watch): void {
    this.reading.add(watch);
    setImmediate(() => this.readPage(watch));
  }

  private readPage(watch: Watch): void {
    if (this.ended || watch.subscriber.closed) return;
    const newest = this.past.revision();
    try {
      const page = this.past.page(watch.prefix, watch.position, newest);
      watch.position = page.upTo;
      for (const event of page.events) {
        if (watch.subscriber.closed) return;
        watch.subscriber.next(event);
      }
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.subscriber.closed) return;
    if (watch.position < newest) return this.readOn(watch);
    this.reading.delete(watch);
    this.live.add(watch);
  }
}
