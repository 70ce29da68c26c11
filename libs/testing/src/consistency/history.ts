/**
 * What clients did and were told. Times are milliseconds of one monotonic clock that all clients share; an answer that never came
 * has the end `Infinity`, because what was asked may still be done at any later time.
 */
export interface Operation {
  /** Unlike that of every other operation of the history: writes leave it in the object. */
  readonly id: string;
  /** One after the other: a process asks for the next thing when it has been told of the last. */
  readonly process: string;
  /** Who was asked. */
  readonly replica: string;
  readonly key: string;
  readonly request: Request;
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
}

/**
 * What an object holds. `last` is the id of the write that made this version; `a` and `b` the ids of those that last wrote these
 * two: a patch writes one of them and leaves the other, so that a write that is computed from an old object shows.
 */
export interface Content {
  readonly last: string;
  readonly a: string;
  readonly b: string;
}

/** `expected`: the version that must stand for the write to be done; absent: any. */
export type Request =
  | { readonly kind: 'read' }
  | { readonly kind: 'create' }
  | { readonly kind: 'replace'; readonly expected?: number }
  | { readonly kind: 'patch'; readonly field: 'a' | 'b'; readonly expected?: number }
  | { readonly kind: 'delete'; readonly expected?: number };

export type Outcome =
  /** Done: what a read found, what a write made; a delete has neither. */
  | { readonly is: 'done'; readonly found?: Found }
  /** 404: nothing stands there. */
  | { readonly is: 'absent' }
  /** 409 of a create: something stands there. */
  | { readonly is: 'exists' }
  /** 409 of a write with an expected version: another version stands there. */
  | { readonly is: 'conflict' }
  /** Known not to be done, and tells nothing of the object: 429, no connection. */
  | { readonly is: 'refused'; readonly why: string }
  /** May have been done, may be done later, may never be: timeouts, cut connections, 5xx. */
  | { readonly is: 'unknown'; readonly why: string };

export interface Found {
  readonly version: number;
  readonly content: Content;
}

/** A promise that does not hold, with what a person needs to see it. */
export interface Violation {
  /** Which promise, in a few words: violations of one kind share it. */
  readonly rule: string;
  /** What was seen, line by line. */
  readonly text: string;
}

export const isWrite = (operation: Operation): boolean => operation.request.kind !== 'read';

/** What an acknowledged write made, other than a deletion. */
export const acknowledged = (operation: Operation): Found | undefined =>
  isWrite(operation) && operation.outcome.is === 'done' ? operation.outcome.found : undefined;
