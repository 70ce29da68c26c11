import type { Readable } from 'node:stream';

/** A watch as a page asks for it: checked, see `readCommand`. */
export interface WatchRequest {
  /** Chosen by the page, once in a stream. */
  readonly watch: string;
  /** Path and query of a GET. */
  readonly path: string;
  /** Media types of JSON. */
  readonly accept: string;
}

/** What the API server answered. */
export interface WatchAnswer {
  readonly code: number;
  readonly contentType: string;
  /** Whole events, each on a line. Read as slowly as the page reads: the API server then keeps nothing for it either. */
  readonly body: Readable;
}

/**
 * Sends watches to the API, each as a request of its own.
 * @typeParam Credentials of the user: what a request that asked for the watch carried.
 */
export interface WatchSource<Credentials> {
  /**
   * Resolves with the head of the answer.
   * @param signal ends the watch.
   * @throws errors of the connection.
   */
  open(request: WatchRequest, credentials: Credentials, signal: AbortSignal): Promise<WatchAnswer>;
}
