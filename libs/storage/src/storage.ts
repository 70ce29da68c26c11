import type { Observable } from 'rxjs';

import type { Revision } from './revision.js';
import type { StorageError } from './storage-error.js';

export type { Revision } from './revision.js';

/**
 * Bytes to write. `revisionAt` is the byte offset at which the driver inserts the decimal digits of the write's revision.
 * Undefined: nothing is inserted.
 */
export interface Value {
  readonly bytes: Uint8Array;
  readonly revisionAt: number | undefined;
}

/** A stored key: `value` holds the bytes with the revision inserted. The bytes are immutable. */
export interface Stored {
  readonly key: string;
  readonly value: Buffer;
  readonly revision: Revision;
}

/** One change. A delete carries the last state, with the revision of the delete inserted (C-029). */
export interface StorageEvent {
  readonly type: 'put' | 'delete';
  readonly key: string;
  readonly value: Buffer;
  readonly revision: Revision;
  /**
   * The previous state of the key: undefined when the key was new. May be read from disk on first access.
   * @throws StorageError Compacted when the event has left the history window by then.
   */
  readonly previous: Stored | undefined;
  /** Commit time, in milliseconds since 1970. */
  readonly timeMs: number;
}

/** A condition of a write on another key: that key must be at `revision`. Checked in the atomic step of the write. */
export interface Precondition {
  readonly key: string;
  readonly revision: Revision;
}

export interface WatchOptions {
  /** Whether the watch reads `previous` of events: a driver may have to fetch it. Default: true. */
  readonly previous?: boolean;
}

export interface ReadOptions {
  /** Called with the error `Corrupted` for a key whose value is damaged; the key is skipped. Default: the read fails with that error. */
  readonly onDamaged?: (damage: StorageError) => void;
}

/**
 * A durable, ordered, revisioned map: the contract of every driver, checked by `storageConformance`.
 * Keys are non-empty, well-formed strings of at most `MAX_KEY_BYTES` of UTF-8, ordered by bytes; other keys are a RangeError.
 *
 * A resolved write is on disk, visible to every later read, and was sent to every watch exactly once, in revision order.
 * Writes to different keys share a group commit; no write waits for a timer.
 */
export interface Storage {
  /** Newest revision that is durable and was sent to the watches. */
  readonly revision: Revision;
  /** Watches and reads can start at this revision or later; it advances as history is trimmed. */
  readonly oldestRevision: Revision;

  /**
   * Writes only if the key is absent and all preconditions hold.
   * @throws StorageError KeyExists (with the current revision), PreconditionFailed (nothing was written), Unavailable (outcome
   * unknown), Refused (nothing was written).
   */
  create(key: string, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored>;
  /**
   * Writes only if the key is at revision `expected` and all preconditions hold.
   * @throws StorageError KeyNotFound, Conflict (with the current revision), PreconditionFailed (nothing was written), Unavailable (outcome
   * unknown), Refused.
   */
  replace(key: string, expected: Revision, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored>;
  /**
   * Removes the key only if it is at revision `expected`; `last` is the last state that watches get. Works for a damaged value too.
   * @throws StorageError KeyNotFound, Conflict, Unavailable, Refused.
   */
  delete(key: string, expected: Revision, last: Value): Promise<Stored>;
  /**
   * Removes every key that starts with `prefix`, writes in flight included, with one event per key that carries the
   * unchanged last value. Not atomic: keys are removed in several commits. Returns the number of keys.
   */
  deleteRange(prefix: string): Promise<number>;

  /** @throws StorageError Corrupted. */
  get(key: string): Promise<Stored | undefined>;
  /**
   * A consistent snapshot of the keys under `prefix`, in key order, with its revision. To be read within the history
   * window, or it fails with Compacted.
   */
  list(
    prefix: string,
    options?: ReadOptions,
  ): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }>;
  /**
   * Every change under `prefix` after revision `after`, in revision order, first from history, then live.
   * Cold; unsubscribe to release it. Live events are delivered synchronously when their commit is durable, before
   * the promises of their writes resolve. Errors with StorageError Compacted when `after` is older than `oldestRevision`,
   * with Unavailable when the store can no longer be used; completes when it is closed.
   */
  watch(prefix: string, after: Revision, options?: WatchOptions): Observable<StorageEvent>;
  /**
   * Changes under `prefix` with `after` < revision <= `upTo`, from the log, oldest first.
   * @throws StorageError Compacted when `after` is older than `oldestRevision`.
   */
  history(prefix: string, after: Revision, upTo: Revision): AsyncIterable<StorageEvent>;

  /** Resolves when writes in flight are durable and the files are closed. Later calls fail with Unavailable. */
  close(): Promise<void>;
}

/** Maximum length of a key, valid in every driver. */
export const MAX_KEY_BYTES = 1_024;
