import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@orch/apimachinery';
import { StorageError, type Revision } from '@orch/storage';
import type { Backlog, EventPiece } from './backlog.js';
import type { ObjectSelection } from './object-filter.js';
import type { SendPace } from './send-pace.js';
import { VisibilityResync } from './visibility-resync.js';
import type { AppliedVisibility } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchHandle, WatchSink } from './watch-sink.js';
import type { WatchSource } from './watch-source.js';

/** What one client watches, and where its events go. */
export interface WatchRequest {
  readonly selection: ObjectSelection;
  readonly sink: WatchSink;
  readonly bookmarks: boolean;
  /** Up to where the client knows the changes, or `backlog` leads. */
  readonly start: Revision;
  /** Events before the live stream. */
  readonly backlog?: Backlog | undefined;
  /** Where it does not see everything: the one that its selection holds. */
  readonly visibility?: AppliedVisibility | undefined;
}

/** Who keeps the watchers of a resource. */
export interface WatcherOwner {
  /** How much may be sent in one turn of the event loop. */
  readonly pace: SendPace;
  /** Calls back when all that was published so far has been delivered. */
  afterPublished(then: () => void): void;
  /** A full sink: `false` from `write`. The owner ends watchers that stay full for too long. */
  blocked(watcher: Watcher): void;
  closed(watcher: Watcher): void;
}

/**
 * One client's watch. It is `live` while its sink keeps up: then batches go straight through. When the sink is full it
 * holds only the revision it has sent; on `drained` it reads on from memory. So a slow client costs a number, and a
 * client that falls out of memory is told 410 and lists again.
 */
export class Watcher implements WatchHandle {
  private state: 'backlog' | 'live' | 'full' | 'shifting' | 'closed' = 'backlog';
  private pumping = false;
  private begun = false;
  /** Everything up to here was given to the sink. */
  sent: Revision;
  /** Since when the sink has been full, in milliseconds of the owner's clock. */
  fullSinceMs: number | undefined;
  /** When its visibility changed, everything up to here had been published. */
  private publishedUpTo: Revision = 0;
  /** Something of that came when nothing was taken any more. */
  private missed = false;
  /** It was told of another visibility, and has not reached the present since. */
  private shifted = false;

  readonly bookmarks: boolean;
  private readonly selection: ObjectSelection;
  private readonly sink: WatchSink;
  private readonly visibility: AppliedVisibility | undefined;
  private backlog: Backlog | undefined;

  constructor(
    private readonly source: WatchSource,
    private readonly owner: WatcherOwner,
    { selection, sink, bookmarks, start, backlog, visibility }: WatchRequest,
  ) {
    this.selection = selection;
    this.sink = sink;
    this.bookmarks = bookmarks;
    this.sent = start;
    this.backlog = backlog;
    this.visibility = visibility;
  }

  get live(): boolean {
    return this.state === 'live';
  }

  /** Starts sending. Follows the live stream when the backlog is through. */
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
    if (this.state === 'shifting' && first <= this.publishedUpTo) this.missed = true;
    if (this.state !== 'live' || last < this.sent) return;
    // A bookmark stands alone, and may say again what the last event said (C-050).
    const whole = first > this.sent || events[0]?.type === 'BOOKMARK';
    if (!whole && last === this.sent) return;
    const unsent = whole ? events : events.filter((event) => event.revision > this.sent);
    this.sent = last;
    // Changes that concern nobody here can be newer than the last event: then there is nothing to say.
    if (unsent.length > 0) this.write(whole ? piece(this.sink) : this.sink.encoding.encode(unsent));
  }

  /**
   * Its visibility is another from here on. A live one takes no more events under the old: once those that are on their way have passed, it
   * is told what the change makes of the state it has reached, and reads on from there. Others look at their visibility before they send.
   */
  visibilityChanged(): void {
    if (this.state !== 'live') return;
    this.state = 'shifting';
    this.missed = false;
    this.publishedUpTo = this.source.currentRevision;
    this.owner.afterPublished(() => {
      if (this.state !== 'shifting') return;
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

  /** Tells the client that it must list again (C-031). */
  expire(): void {
    this.end(ApiError.expired(`too old resource version: ${this.sent} (${this.source.currentRevision})`));
  }

  /** Ends the watch because its events cannot be read or written down. The client is told what it can do about it. */
  fail(error: unknown): void {
    if (error instanceof StorageError) {
      if (error.code === 'Compacted' || error.code === 'Lost') return this.expire();
      return this.end(
        ApiError.serviceUnavailable('the store could not be read, please watch again from where you are', 1, error),
      );
    }
    this.end(error instanceof ApiError ? error : ApiError.internal('the watch could not be continued', error));
  }

  private write(bytes: Buffer): void {
    if (this.owner.pace.send(bytes.length, () => this.sink.write(bytes)) || this.state === 'closed') return;
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
          this.dropBacklog();
          this.backlog = this.source.shift(this.selection, this.visibility, this.sent);
        }
        if (this.backlog) {
          await this.pumpBacklog();
          continue;
        }
        const pumped = this.owner.pace.run(() => this.pumpMemory());
        // At once where there is room: who has nothing to wait for has begun when `start` returns.
        if (!(pumped instanceof Promise ? await pumped : pumped)) await nextTurn();
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.pumping = false;
    }
  }

  private async pumpBacklog(): Promise<void> {
    const next = await this.backlog!.next();
    await this.owner.pace.run(() => this.sendBacklog(next));
    // Others have their turn between two pieces of a large state.
    if (!next.done) await nextTurn();
  }

  private sendBacklog({ value, done }: IteratorResult<EventPiece, unknown>): void {
    if (this.state !== 'backlog') {
      // Closed while waiting. (It cannot be full: only writing makes it so.)
      return;
    }
    const shifts = this.backlog instanceof VisibilityResync;
    // Read under a visibility that has changed since: read again.
    if (this.visibility?.isStale && !shifts) return;
    if (shifts) this.shifted = true;
    if (done) {
      this.backlog = undefined;
      return;
    }
    this.sent = value.upTo;
    if (value.events.length > 0) this.write(this.sink.encoding.encode(value.events));
  }

  /** Whether there is nothing to wait for: a piece that does not reach the present gives others their turn. */
  private pumpMemory(): boolean {
    // Ended, or of another visibility, while it waited for its turn.
    if (this.state !== 'backlog' || this.visibility?.isStale) return true;
    const piece = this.source.eventsSince(this.selection, this.sent);
    if (!piece) {
      this.backlog = this.source.eventsFromLog(this.selection, this.sent);
      if (!this.backlog) this.expire();
      return true;
    }
    this.sent = piece.upTo;
    let { events } = piece;
    if (piece.upTo >= this.source.currentRevision) {
      this.state = 'live';
      // Objects that came into visibility had versions of any age: what the client may resume from is said again.
      if (this.shifted && this.bookmarks) {
        events = [...events, { type: 'BOOKMARK', revision: piece.upTo, initialEventsEnd: false }];
      }
      this.shifted = false;
    }
    if (events.length > 0) this.write(this.sink.encoding.encode(events));
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
