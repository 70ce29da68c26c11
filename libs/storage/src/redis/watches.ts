import { Observable, type Subscriber } from 'rxjs';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import { isInGap, type Gap } from './gaps.js';
import type { LogPage } from './log-reader.js';

export interface WatchHost {
  /** Newest revision that was delivered. */
  readonly applied: () => Revision;
  /** @throws StorageError when the store is closed, or history surely does not reach back that far. */
  readonly check: (after: Revision) => void;
  /** @throws StorageError Compacted. */
  readonly page: (prefix: string, after: Revision, upTo: Revision) => Promise<LogPage>;
}

interface Watch {
  readonly prefix: string;
  readonly previous: boolean;
  /** Everything up to here was delivered, or is not wanted. */
  position: Revision;
  readonly subscriber: Subscriber<StorageEvent>;
}

/**
 * The watches of this process: each first reads history in pages, then joins the live ones in the turn of the event loop in which
 * its last page reached the newest revision. So no event falls between, and none comes twice.
 */
export class Watches {
  private readonly live = new Set<Watch>();
  private readonly reading = new Set<Watch>();

  constructor(private readonly host: WatchHost) {}

  watch(prefix: string, after: Revision, previous: boolean): Observable<StorageEvent> {
    return new Observable((subscriber) => {
      const watch: Watch = { prefix, previous, position: after, subscriber };
      this.start(watch);
      return () => {
        this.live.delete(watch);
        this.reading.delete(watch);
      };
    });
  }

  /** Whether anybody wants to know what stood before. */
  get wantPrevious(): boolean {
    for (const { previous } of this.live) if (previous) return true;
    return false;
  }

  /** Delivers to all live watches, synchronously. To be called in revision order. */
  deliver(event: StorageEvent): void {
    for (const { prefix, position, subscriber } of this.live)
      if (event.revision > position && event.key.startsWith(prefix)) subscriber.next(event);
  }

  /** Ends every watch: with an error, or without. */
  end(reason?: StorageError): void {
    for (const { subscriber } of [...this.live, ...this.reading]) {
      if (reason === undefined) subscriber.complete();
      else subscriber.error(reason);
    }
  }

  /** Ends those that were to begin in a gap: at a version that another process told of, and that is gone before it came here. */
  endIn(gap: Gap, reason: StorageError): void {
    for (const { position, subscriber } of [...this.live]) if (isInGap([gap], position)) subscriber.error(reason);
  }

  private start(watch: Watch): void {
    try {
      this.host.check(watch.position);
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.position >= this.host.applied()) this.live.add(watch);
    else void this.readOn(watch);
  }

  private async readOn(watch: Watch): Promise<void> {
    this.reading.add(watch);
    try {
      while (!watch.subscriber.closed && watch.position < this.host.applied()) {
        const page = await this.host.page(watch.prefix, watch.position, this.host.applied());
        watch.position = page.upTo;
        for (const event of page.events) {
          if (watch.subscriber.closed) return;
          watch.subscriber.next(event);
        }
      }
    } catch (reason) {
      watch.subscriber.error(reason);
      return;
    }
    if (watch.subscriber.closed) return;
    this.reading.delete(watch);
    this.live.add(watch);
  }
}
