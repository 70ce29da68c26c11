import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@orch/apimachinery';
import { StorageError, type Revision } from '@orch/storage';
import type { Backlog, EventPiece } from './backlog.js';
import type { ObjectSelection } from './object-filter.js';
import type { SendPace } from './send-pace.js';
import { VisibilityResync } from './visibility-resync.js';
import type { AppliedVisibility } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { PreparedEvents, WatchHandle, WatchSink } from './watch-sink.js';
import type { WatchSource } from './watch-source.js';

const ENDED: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Selection, sink and start of a watch. */
export interface WatchRequest {
  readonly selection: ObjectSelection;
  readonly sink: WatchSink;
  readonly bookmarks: boolean;
  /** Revision up to which the client has the changes, or `backlog` sends them. */
  readonly start: Revision;
  /** Events before the live stream. */
  readonly backlog?: Backlog | undefined;
  /** The visibility of its selection, if it has a filter. */
  readonly visibility?: AppliedVisibility | undefined;
  /** Whose watch it is: users take turns in reading the log of the store. Default: one unnamed user. */
  readonly reader?: string | undefined;
}

/** Owner of the watchers of a resource. */
export interface WatcherOwner {
  /** Send budget per turn of the event loop. */
  readonly pace: SendPace;
  /** Calls back when all changes published so far have been delivered. */
  afterPublished(then: () => void): void;
  /** A full sink: `false` from `write`. The owner ends watchers that stay full for too long. */
  blocked(watcher: Watcher): void;
  closed(watcher: Watcher): void;
}

/**
 * One client's watch. It is `live` while its sink keeps up: then batches are passed on directly. When the sink is full it
 * keeps only the revision it has sent; on `drained` it continues from memory. So a slow client costs one number, and a
 * client behind the history gets 410 and relists.
 */
export class Watcher implements WatchHandle {
  private state: 'backlog' | 'live' | 'full' | 'resyncing' | 'closed' = 'backlog';
  private pumping = false;
  private begun = false;
  /** Revision up to which everything was passed to the sink. */
  sent: Revision;
  /** Since when the sink has been full, in milliseconds of the owner's clock. */
  fullSinceMs: number | undefined;
  /** Revision up to which everything was published when its visibility changed. */
  private publishedUpTo: Revision = 0;
  /** Events up to that revision were dropped. */
  private missed = false;
  /** It got a resync, and has not reached the live stream since. */
  private resynced = false;

  readonly bookmarks: boolean;
  private readonly selection: ObjectSelection;
  private readonly sink: WatchSink;
  private readonly visibility: AppliedVisibility | undefined;
  private readonly reader: string | undefined;
  private backlog: Backlog | undefined;

  constructor(
    private readonly source: WatchSource,
    private readonly owner: WatcherOwner,
    { selection, sink, bookmarks, start, backlog, visibility, reader }: WatchRequest,
  ) {
    this.selection = selection;
    this.sink = sink;
    this.bookmarks = bookmarks;
    this.sent = start;
    this.backlog = backlog;
    this.visibility = visibility;
    this.reader = reader;
  }

  get live(): boolean {
    return this.state === 'live';
  }

  /** Starts sending: the backlog, then the live stream. */
  start(): void {
    void this.pump();
  }

  /** HOT PATH (bench: watch-fan-out): a live batch, encoded once for all watchers of this encoding. */
  deliver(
    events: readonly (WatchEvent | Bookmark)[],
    first: Revision,
    last: Revision,
    piece: (sink: WatchSink) => Buffer,
  ): void {
    if (this.state === 'resyncing' && first <= this.publishedUpTo) this.missed = true;
    if (this.state !== 'live' || last < this.sent) return;
    // A bookmark is its own batch, and may repeat the revision of the last event (C-050).
    const whole = first > this.sent || events[0]?.type === 'BOOKMARK';
    if (!whole && last === this.sent) return;
    const unsent = whole ? events : events.filter((event) => event.revision > this.sent);
    if (this.sink.isLarge?.(unsent)) {
      // It continues from memory, where it can wait for the encoding.
      this.state = 'backlog';
      void this.pump();
      return;
    }
    this.sent = last;
    // `last` may be newer than the last selected event: then there is nothing to send.
    if (unsent.length > 0) this.write(whole ? piece : (sink) => sink.encoding.encode(unsent));
  }

  /**
   * Its visibility changed. A live watcher accepts no more events under the old filter: after the events in flight have passed, it gets
   * a resync at the revision it has reached, and continues from there. Other watchers check their visibility before they send.
   */
  visibilityChanged(): void {
    if (this.state !== 'live') return;
    this.state = 'resyncing';
    this.missed = false;
    this.publishedUpTo = this.source.currentRevision;
    this.owner.afterPublished(() => {
      if (this.state !== 'resyncing') return;
      if (!this.missed) this.sent = Math.max(this.sent, this.publishedUpTo);
      this.state = 'backlog';
      void this.pump();
    });
  }

  drained(): void {
    if (this.state !== 'full') return;
    this.state = 'backlog';
    this.fullSinceMs = undefined;
    void this.pump();
  }

  close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.dropBacklog();
    this.owner.closed(this);
  }

  /** Ends the watch from the server's side. */
  end(error?: ApiError): void {
    if (this.state === 'closed') return;
    this.close();
    this.sink.end(error);
  }

  /** Ends the watch with Expired: the client must relist (C-031). */
  expire(): void {
    this.end(ApiError.expired(`too old resource version: ${this.sent} (${this.source.currentRevision})`));
  }

  /** Ends the watch because its events cannot be read or encoded. The error states how the client can continue. */
  fail(error: unknown): void {
    if (error instanceof StorageError) {
      if (error.code === 'Compacted' || error.code === 'Lost') return this.expire();
      return this.end(
        ApiError.serviceUnavailable(
          'the store could not be read, please resume the watch from its last resourceVersion',
          1,
          error,
        ),
      );
    }
    this.end(error instanceof ApiError ? error : ApiError.internal('the watch could not be continued', error));
  }

  private write(encode: (sink: WatchSink) => Buffer): void {
    const { pace } = this.owner;
    const began = pace.begin();
    const bytes = encode(this.sink);
    const hasRoom = this.sink.write(bytes);
    pace.end(began, bytes.length);
    if (hasRoom || this.state === 'closed') return;
    this.state = 'full';
    this.begin();
    this.owner.blocked(this);
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (this.state === 'backlog') {
        if (this.visibility?.isStale && !(this.backlog instanceof VisibilityResync)) {
          await this.owner.pace.run(() => this.startResync());
          continue;
        }
        if (this.backlog) {
          await this.pumpBacklog();
          continue;
        }
        const pumped = this.owner.pace.run(() => this.pumpMemory());
        // Synchronous within the budget: a watch without a backlog is live when `start` returns.
        if (!(pumped instanceof Promise ? await pumped : pumped)) await nextTurn();
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.pumping = false;
    }
  }

  private startResync(): void {
    if (this.state !== 'backlog' || !this.visibility?.isStale) return;
    this.dropBacklog();
    this.backlog = this.source.resync(this.selection, this.visibility, this.sent);
  }

  private async pumpBacklog(): Promise<void> {
    const { pace } = this.owner;
    // Without a backlog it was closed while it waited for its turn.
    const next = await pace.run(() => this.backlog?.next() ?? ENDED);
    const preparing = next.done ? undefined : this.sink.prepare?.(next.value.events);
    const prepared = preparing && (await preparing);
    await pace.run(() => this.sendBacklog(next, prepared));
    // Yields between two batches of a large state.
    if (!next.done) await nextTurn();
  }

  private sendBacklog({ value, done }: IteratorResult<EventPiece, unknown>, prepared?: PreparedEvents): void {
    if (this.state !== 'backlog') {
      // Closed while waiting. (It cannot be full: only a write fills it.)
      return;
    }
    // Read under a visibility that has changed since: read again.
    if (this.backlog instanceof VisibilityResync) {
      if (this.backlog.takeBackOutdated()) return;
      this.resynced = true;
    } else if (this.visibility?.isStale) return;
    if (done) {
      this.backlog = undefined;
      return;
    }
    this.sent = value.upTo;
    if (value.events.length > 0) this.write((sink) => sink.encoding.encode(value.events, prepared));
  }

  /** Returns false after a batch that does not reach the live stream: the caller yields. */
  private pumpMemory(): boolean | Promise<boolean> {
    // Ended, or its visibility changed, while it waited for its turn.
    if (this.state !== 'backlog' || this.visibility?.isStale) return true;
    const piece = this.source.eventsSince(this.selection, this.sent);
    if (!piece) {
      this.backlog = this.source.eventsFromLog(this.selection, this.sent, this.reader);
      if (!this.backlog) this.expire();
      return true;
    }
    const preparing = this.sink.prepare?.(piece.events);
    if (!preparing) return this.sendMemory(piece);
    return preparing.then((prepared) => this.owner.pace.run(() => this.sendMemory(piece, prepared)));
  }

  private sendMemory(piece: EventPiece, prepared?: PreparedEvents): boolean {
    // As before the preparation.
    if (this.state !== 'backlog' || this.visibility?.isStale) return true;
    this.sent = piece.upTo;
    let { events } = piece;
    if (piece.upTo >= this.source.currentRevision) {
      this.state = 'live';
      // Objects that became visible had versions of any age: a bookmark repeats the revision to resume from.
      if (this.resynced && this.bookmarks) {
        events = [...events, { type: 'BOOKMARK', revision: piece.upTo, initialEventsEnd: false }];
      }
      this.resynced = false;
    }
    if (events.length > 0) this.write((sink) => sink.encoding.encode(events, prepared));
    if (this.live) this.begin();
    return this.state !== 'backlog';
  }

  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.sink.begun?.();
  }

  private dropBacklog(): void {
    void this.backlog?.return?.();
    this.backlog = undefined;
  }
}
