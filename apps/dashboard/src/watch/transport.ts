import type { ReadonlySignal } from '@preact/signals';
import type { Status } from '../api/failure';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: unknown;
}

export interface WatchHandlers {
  /** The server accepted the watch. */
  started(): void;
  event(event: WatchEvent): void;
  /** Called once, and not after `close`. `code` 0: the connection was lost; 200: the server ended it in the usual way. */
  end(code: number, status: Status | null): void;
}

/** `waiting`: an attempt failed, the next one follows by itself. */
export type ConnectionState = 'connecting' | 'connected' | 'waiting';

/** Carries the watches of a tab. It connects again by itself; who watches opens the watch again when it ended. */
export interface WatchTransport {
  readonly state: ReadonlySignal<ConnectionState>;
  /**
   * Opens a watch, now or when there is a connection again.
   * @param path with the query, as in `/api/v1/pods?watch=true`.
   * @returns ends the watch.
   */
  open(path: string, accept: string, handlers: WatchHandlers): () => void;
  /** Ends all watches without calling their handlers. */
  close(): void;
}
