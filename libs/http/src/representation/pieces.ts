import type { Bookmark, Entry, WatchEvent } from '@orch/registry';

/** Bytes of a list that is being sent. A promise: there are no more until it has resolved. */
export type Piece = Buffer | Promise<unknown>;

/** Encodes the items of a list whose encoding would hold the event loop. */
export interface LargeItems {
  /** JSON of the item, or of the row of a table. Undefined: it is not large. */
  encoded(entry: Entry): Promise<Buffer> | undefined;
  /** The item as `Representation.listedItem` of the requested representation has it. Undefined: it is not large. */
  inOwnForm(entry: Entry): Promise<Buffer> | undefined;
}

/** Encodes the events of a watch whose encoding would hold the event loop. */
export interface LargeEvents {
  isLarge(event: WatchEvent): boolean;
  /** The event with its delimiter. @param isFirst the first event of the watch, which differs in some representations. */
  encoded(event: WatchEvent, isFirst: boolean): Promise<Buffer>;
  /** Whether encoding these events takes more than a few milliseconds, though none of them is large. */
  takeLong(events: readonly (WatchEvent | Bookmark)[]): boolean;
  /** Runs the encoding of one of those events, in the turns that users share. */
  inTurn<T>(encode: () => T): Promise<T>;
}

/** Waits inside of a generator of pieces. @returns what the promise resolved to. */
export function* awaited<T>(promise: Promise<T>): Generator<Promise<unknown>, T> {
  let value: { readonly it: T } | undefined;
  const ready = promise.then((it) => void (value = { it }));
  // No caller waits for it when the client has left.
  ready.catch(() => undefined);
  yield ready;
  if (value === undefined) throw new TypeError('a list went on before its next piece was there');
  return value.it;
}
