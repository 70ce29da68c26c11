import type { Observable } from 'rxjs';

import type { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import { type HistoryPage, type Watch, WatchSet } from '../watch-set.js';

/** History as read by watches. */
export interface HistorySource {
  /** Newest revision that was published. */
  revision(): Revision;
  /** @throws StorageError when the store is closed or history does not reach back that far. */
  page(prefix: string, after: Revision, upTo: Revision): HistoryPage;
}

/** The watches of the store. Pages of history are read synchronously, one per turn of the event loop. */
export class WatchFeed {
  private readonly all = new WatchSet();

  constructor(private readonly past: HistorySource) {}

  watch(prefix: string, after: Revision): Observable<StorageEvent> {
    // `previous` is read from the file on access.
    return this.all.observe({ prefix, previous: false, position: after }, (watch) => this.start(watch));
  }

  /** Delivers to all live watches, synchronously. To be called in revision order. */
  deliver(event: StorageEvent): void {
    this.all.deliver(event);
  }

  /** Whether there are no live watches. */
  get idle(): boolean {
    return this.all.idle;
  }

  /** Ends all watches: with an error, or completes them. */
  end(reason?: StorageError): void {
    this.all.end(reason);
  }

  private start(watch: Watch): void {
    try {
      // An empty page: checks that the store is open and the start is inside the history window.
      this.past.page(watch.prefix, watch.position, watch.position);
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.position >= this.past.revision()) this.all.join(watch);
    else this.readOn(watch);
  }

  private readOn(watch: Watch): void {
    this.all.read(watch);
    setImmediate(() => this.readPage(watch));
  }

  private readPage(watch: Watch): void {
    if (watch.subscriber.closed) return;
    const newest = this.past.revision();
    try {
      if (!this.all.give(watch, this.past.page(watch.prefix, watch.position, newest))) return;
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.position < newest) this.readOn(watch);
    else this.all.join(watch);
  }
}
