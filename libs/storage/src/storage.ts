import type { Observable } from 'rxjs';

import type { Revision } from './revision.js';
import type { StorageError } from './storage-error.js';

export type { Revision } from './revision.js';

/**
 * Bytes to write. Where the revision of the write belongs inside them, `revisionAt` is the byte offset at which its
 * decimal digits are put in; the driver does so when it knows the revision. Undefined puts in nothing.
 */
export interface Value {
  readonly bytes: Uint8Array;
  readonly revisionAt: number | undefined;
}

/** A key as it stands: `value` holds the bytes with the revision put in. The bytes are never changed afterwards. */
export interface Stored {
  readonly key: string;
  readonly value: Buffer;
  readonly revision: Revision;
}

/** One change. A delete carries the last state, with the delete's own revision put in (C-029). */
export interface StorageEvent {
  readonly type: 'put' | 'delete';
  readonly key: string;
  readonly value: Buffer;
  readonly revision: Revision;
  /**
   * What stood there before: undefined when the key was new. May be read from disk when it is first asked for.
   * @throws StorageError Compacted when that is only after the event has left the history window.
   */
  readonly previous: Stored | undefined;
  /** When it was committed, in milliseconds since 1970. */
  readonly timeMs: number;
}

/** A condition of a write on another key: that key must be at `revision`. Checked in the atomic step of the write. */
export interface Precondition {
  readonly key: string;
  readonly revision: Revision;
}

export interface WatchOptions {
  /** Whether `previous` of the events will be asked for: a driver may have to fetch it. Default: true. */
  readonly previous?: boolean;
}

export interface ReadOptions {
  /** Called instead of showing a key whose value is damaged, with the error `Corrupted`. Default: the read fails with that error. */
  readonly onDamaged?: (damage: StorageError) => void;
}

/**
 * A durable, ordered, revisioned map: what every driver gives, and what `storageConformance` checks.
 * Keys are non-empty, well-formed strings of at most `MAX_KEY_BYTES` of UTF-8, ordered by bytes; any other is a RangeError.
 *
 * A returned promise means: on disk, seen by every later read, and sent to every watch exactly once, in revision order.
 * Writes to different keys commit together; nobody waits for a timer.
 */
export interface Storage {
  /** Newest revision that is durable and was sent to the watches. */
  readonly revision: Revision;
  /** Watches and reads can start at this revision or later; it moves as history is trimmed. */
  readonly oldestRevision: Revision;

  /**
   * Writes only if the key is absent, and another key is as `precondition` says.
   * @throws StorageError KeyExists (with the revision that stands there), PreconditionFailed (nothing was written), Unavailable (outcome
   * unknown), Refused (nothing was written).
   */
  create(key: string, value: Value, precondition?: Precondition): Promise<Stored>;
  /**
   * Writes only if the key stands at `expected`.
   * @throws StorageError KeyNotFound, Conflict (with the revision that stands there), Unavailable (outcome unknown), Refused.
   */
  replace(key: string, expected: Revision, value: Value): Promise<Stored>;
  /**
   * Removes the key only if it stands at `expected`; `last` is what watches get as its last state. A damaged value is no obstacle.
   * @throws StorageError KeyNotFound, Conflict, Unavailable, Refused.
   */
  delete(key: string, expected: Revision, last: Value): Promise<Stored>;
  /**
   * Removes every key that starts with `prefix`, writes in flight included, each with an event of its own that carries the
   * value as it stood (its revision not renewed). Not one atomic step: keys go in several commits. Returns how many.
   */
  deleteRange(prefix: string): Promise<number>;

  /** @throws StorageError Corrupted. */
  get(key: string): Promise<Stored | undefined>;
  /**
   * Everything under `prefix` at one moment, in key order, with the revision of that moment. To be read within the history
   * window, or it fails with Compacted.
   */
  list(
    prefix: string,
    options?: ReadOptions,
  ): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }>;
  /**
   * Every change under `prefix` after revision `after`, in revision order, none left out, first from history, then live.
   * Cold; unsubscribing frees it. Live events are delivered synchronously when their commit is durable, before
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

/** Bound of a key, so that every driver can hold it. */
export const MAX_KEY_BYTES = 1_024;
