import type { Observable } from 'rxjs';

import type { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import { type HistoryPage, type Watch, WatchSet } from '../watch-set.js';
import { isInLostRange, type LostRange } from './lost-ranges.js';

export interface WatchHost {
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** @throws StorageError when the store is closed, or `after` is known to be outside the history window. */
  readonly check: (after: Revision) => void;
  /** @throws StorageError Compacted. */
  readonly page: (prefix: string, after: Revision, upTo: Revision) => Promise<HistoryPage>;
}

/** The watches of this process. Pages of history are fetched one at a time. */
export class Watches {
  private readonly all = new WatchSet();

  constructor(private readonly host: WatchHost) {}

  watch(prefix: string, after: Revision, previous: boolean): Observable<StorageEvent> {
    return this.all.observe({ prefix, previous, position: after }, (watch) => this.start(watch));
  }

  /** Whether any live watch reads `previous`. */
  get wantPrevious(): boolean {
    return this.all.wantPrevious;
  }

  deliver(event: StorageEvent): void {
    this.all.deliver(event);
  }

  end(reason?: StorageError): void {
    this.all.end(reason);
  }

  /** Ends live watches whose start is in the lost range: a revision from another process that was lost before it was delivered here. */
  endIn(lostRange: LostRange, reason: StorageError): void {
    this.all.endLiveAt((position) => isInLostRange([lostRange], position), reason);
  }

  private start(watch: Watch): void {
    try {
      this.host.check(watch.position);
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.position >= this.host.applied()) this.all.join(watch);
    else void this.readOn(watch);
  }

  private async readOn(watch: Watch): Promise<void> {
    this.all.read(watch);
    try {
      while (!watch.subscriber.closed && watch.position < this.host.applied()) {
        const page = await this.host.page(watch.prefix, watch.position, this.host.applied());
        if (!this.all.give(watch, page)) return;
      }
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (!watch.subscriber.closed) this.all.join(watch);
  }
}
