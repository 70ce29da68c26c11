/** Options of every call. */
export interface CallOptions {
  /** Ends the call; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Deadline of the whole call with its retries. Unit: milliseconds. Default: the client's (30_000). */
  readonly timeoutMs?: number;
}

/** Options of writes with a body. */
export interface WriteOptions extends CallOptions {
  /** Nothing is stored when true. Default: false. */
  readonly dryRun?: boolean;
  /** Who owns the written fields. Default: the client's user agent up to the first slash. */
  readonly fieldManager?: string;
  /** What the server does about unknown and double fields. Default: the server's. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** How a body changes an object: RFC 6902, RFC 7386, by merge keys, or server-side apply. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

export interface PatchOptions extends WriteOptions {
  /** Apply only: take fields other managers own. Default: false. */
  readonly force?: boolean;
}

export interface GetOptions extends CallOptions {
  readonly resourceVersion?: string;
}

export interface SelectorOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends CallOptions, SelectorOptions {
  /** Most items in one answer; the rest comes by `continue`. Default: all. */
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
}

export interface WatchOptions extends SelectorOptions {
  /** Ends the watch; the stream completes. */
  readonly signal?: AbortSignal;
  /** Changes after this one are sent; absent: the present state first, as ADDED. */
  readonly resourceVersion?: string;
  /** Default: false. */
  readonly allowBookmarks?: boolean;
  /** After this the server ends the watch without an error. Default: the server's choice. */
  readonly timeoutSeconds?: number;
  /** Called once, when the server has accepted the watch. */
  readonly onOpen?: () => void;
}

export interface DeleteOptions extends CallOptions {
  /** The delete answers Conflict when the object is another one or has changed. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: boolean;
}
