import type { ApiError } from '@orch/apimachinery';
import type { Bookmark, WatchEvent } from './watch-event.js';

/**
 * How events become bytes. Encodings with the same key give the same bytes, so they are made once per batch and shared by
 * all its watchers.
 */
export interface WatchEncoding {
  /** Undefined: not shared. */
  readonly key: string | undefined;
  /**
   * Encodes and frames all events of a batch.
   * @param prepared events that were encoded before. Default: none.
   */
  encode(events: readonly (WatchEvent | Bookmark)[], prepared?: PreparedEvents): Buffer;
}

/** Events that were encoded ahead, not framed. */
export type PreparedEvents = ReadonlyMap<WatchEvent | Bookmark, Buffer>;

/** The connection of one watcher. */
export interface WatchSink {
  readonly encoding: WatchEncoding;
  /** Whether encoding an event would hold the event loop, so that it is prepared. Default: none. */
  isLarge?(events: readonly (WatchEvent | Bookmark)[]): boolean;
  /** Encodes large events, in another thread. Undefined: none is large. */
  prepare?(events: readonly (WatchEvent | Bookmark)[]): Promise<PreparedEvents> | undefined;
  /** Always accepts the piece; false: write no more until `drained` is called. */
  write(piece: Buffer): boolean;
  /**
   * The initial state has been sent, or the client reads it too slowly: from here on the watch costs the server only its
   * changes. Called once, unless the watch ends before.
   */
  begun?(): void;
  /** Ends the stream; with an error it is sent as the last event (C-030). No calls follow. */
  end(error?: ApiError): void;
}

/** Controls of a watch for the owner of its sink. */
export interface WatchHandle {
  /** The sink has room again. */
  drained(): void;
  /** Ends the watch from the client's side; the sink's `end` is not called. */
  close(): void;
}
