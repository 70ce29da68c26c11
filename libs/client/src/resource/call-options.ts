import type { KeptForm } from '../answers/kept-form.js';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Deadline of the whole call with its retries. Unit: milliseconds. Default: the client's (30_000). */
  readonly timeoutMs?: number;
}

/** Options of writes with a body. */
export interface WriteOptions extends CallOptions {
  /** Server-side dry run: nothing is stored. Default: false. */
  readonly dryRun?: boolean;
  /** Field manager. Default: the client's user agent up to the first slash. */
  readonly fieldManager?: string;
  /** Handling of unknown and duplicate fields. Default: the server's. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
}

/** JSON patch (RFC 6902), merge patch (RFC 7386), strategic merge patch, or server-side apply. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

export interface PatchOptions extends WriteOptions {
  /** Apply only: takes over fields of other managers. Default: false. */
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
  /** Maximum number of items in one response; `continue` gets the rest. Default: all. */
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** Called with the memory that the answer takes once it is parsed, in bytes: at least its length. What it throws ends the call. */
  readonly onSize?: (bytes: number) => void;
  /** How the objects are kept. Default: whole and parsed. */
  readonly kept?: KeptForm;
}

export interface WatchOptions extends SelectorOptions {
  /** Ends the watch; the stream completes. */
  readonly signal?: AbortSignal;
  /** Only later changes are sent; absent: the current state first, as ADDED. */
  readonly resourceVersion?: string;
  /** Default: false. */
  readonly allowBookmarks?: boolean;
  /** After this the server ends the watch without an error. Default: the server's choice. */
  readonly timeoutSeconds?: number;
  /** Called once, when the server has accepted the watch. */
  readonly onOpen?: () => void;
  /** How the objects are kept. Default: whole and parsed. */
  readonly kept?: KeptForm;
}

export interface DeleteOptions extends CallOptions {
  /** The delete fails with Conflict when the object was recreated or changed. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: boolean;
}
