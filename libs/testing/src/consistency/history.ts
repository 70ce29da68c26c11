/**
 * An operation of a client and its response. Times are milliseconds of one monotonic clock that all clients share; an unanswered
 * operation has the end `Infinity`, because it may still take effect at any later time.
 */
export interface Operation {
  /** Unique in the history: writes store it in the object. */
  readonly id: string;
  /** Operations of a process are sequential: it begins the next after the response to the last. */
  readonly process: string;
  /** The server of the request. */
  readonly replica: string;
  readonly key: string;
  readonly request: Request;
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
}

/**
 * Content of an object. `last` is the id of the write of this version; `a` and `b` are the ids of the last writes of these two
 * fields: a patch writes one and keeps the other, which reveals writes computed from an old object.
 */
export interface Content {
  readonly last: string;
  readonly a: string;
  readonly b: string;
}

/** `expected`: precondition on the current version; absent: none. */
export type Request =
  | { readonly kind: 'read' }
  | { readonly kind: 'create' }
  | { readonly kind: 'replace'; readonly expected?: number }
  | { readonly kind: 'patch'; readonly field: 'a' | 'b'; readonly expected?: number }
  | { readonly kind: 'delete'; readonly expected?: number };

export type Outcome =
  /** Success: the object that a read returned or a write produced; a delete has none. */
  | { readonly is: 'done'; readonly found?: Found }
  /** 404: the object does not exist. */
  | { readonly is: 'absent' }
  /** 409 of a create: the object exists. */
  | { readonly is: 'exists' }
  /** 409 of a write with an expected version: the current version is different. */
  | { readonly is: 'conflict' }
  /** Without effect, and without information about the object: 429, no connection. */
  | { readonly is: 'refused'; readonly why: string }
  /** May have taken effect, may do so later, or never: timeouts, reset connections, 5xx. */
  | { readonly is: 'unknown'; readonly why: string };

export interface Found {
  readonly version: number;
  readonly content: Content;
}

/** A violated guarantee, with the evidence. */
export interface Violation {
  /** The guarantee; violations of one kind share it. */
  readonly rule: string;
  /** Observations, line by line. */
  readonly text: string;
}

export const isWrite = (operation: Operation): boolean => operation.request.kind !== 'read';

/** Result of an acknowledged write, except deletions. */
export const acknowledged = (operation: Operation): Found | undefined =>
  isWrite(operation) && operation.outcome.is === 'done' ? operation.outcome.found : undefined;
