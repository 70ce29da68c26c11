import type { ApiError } from '@orch/apimachinery';
import type { Bookmark, WatchEvent } from './watch-event.js';

/**
 * How events become bytes. Encodings with the same key give the same bytes, so they are made once per batch and shared by
 * all its watchers.
 */
export interface WatchEncoding {
  readonly key: string;
  /** All events of a batch, framed, as one piece. */
  encode(events: readonly (WatchEvent | Bookmark)[]): Buffer;
}

/** Where a watcher's bytes go: one connection. */
export interface WatchSink {
  readonly encoding: WatchEncoding;
  /** Takes the piece in any case; false says that it wants no more until it calls `drained`. */
  write(piece: Buffer): boolean;
  /**
   * What there was when the watch began has been sent, or the client does not take it fast enough: from here on it costs the server
   * only what changes. Called once, unless the watch ends before.
   */
  begun?(): void;
  /** Ends the stream; with an error it is sent as the last event (C-030). No calls follow. */
  end(error?: ApiError): void;
}

/** What the owner of a sink does with its watch. */
export interface WatchHandle {
  /** The sink has room again. */
  drained(): void;
  /** Ends the watch from the client's side; the sink's `end` is not called. */
  close(): void;
}
