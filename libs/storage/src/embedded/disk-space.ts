import type { Clock } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { EmbeddedObserver } from './embedded-observer.js';
import { isFull, reasonOfFile, StoreFileError } from './store-file-error.js';

/**
 * Reserved free space: zero-filled, allocated pages behind the last one that LMDB uses, and free pages before it. While the disk is full,
 * creates leave all of it, updates half of it or, small ones, a quarter; deletes and trimming may use it up. Unit: bytes.
 */
export const RESERVE_BYTES = 4 * 1_024 * 1_024;
/** Allocated in addition, so that a growing store allocates rarely. Unit: bytes. */
const AHEAD_BYTES = 2 * 1_024 * 1_024;
/** Estimate of the tree and free-list pages that one commit writes in addition to its values. Unit: bytes. */
const COMMIT_BYTES = 64 * 1_024;
/** Updates up to this size may use more: finalizers, status and leases, which deletes need to complete. Unit: bytes of the entry. */
const SMALL_BYTES = 16 * 1_024;
/** While the file cannot be extended: full below the first threshold, no longer full from the second on. Unit: bytes. */
const FULL_BELOW_BYTES = RESERVE_BYTES + 1_024 * 1_024;
const FULL_UP_TO_BYTES = RESERVE_BYTES + 2 * 1_024 * 1_024;
/** Retry interval while the file cannot be extended. Unit: milliseconds. */
const RETRY_MS = 1_000;

/** Kind of a write; decides how much of the reserve it may use. */
export type WriteKind = 'create' | 'update' | 'delete';

/** Page usage of LMDB's file. */
export interface SpaceUse {
  readonly pageBytes: number;
  /** Up to the last page that any commit used. */
  readonly pages: number;
  /** Free pages among these. */
  readonly freePages: number;
}

export interface SpaceParts {
  /** The end of the file: its length, and appending zeros. */
  readonly tail: { readonly bytes: number; append(bytes: number): Promise<void>; close(): void };
  readonly use: () => SpaceUse;
  readonly clock: Clock;
  readonly observer: Pick<EmbeddedObserver, 'diskFull' | 'diskRecovered' | 'diskFailed'>;
  /** Called each second while the disk is full: trimming history frees pages even without writes. */
  readonly onRetry: () => void;
}

/** Reserves space for writes that must succeed on a full disk, and decides which writes may use it. See `docs/decisions/054-full-disk.md`. */
export class DiskSpace {
  /** Allocated space behind the last page, and free pages before it. */
  private tailBytes = 0;
  private freeBytes = 0;
  /** Written by commits since the last measurement. */
  private unmeasured = 0;
  /** Why the last extension of the file failed. */
  private refusal: string | undefined;
  private full: string | undefined;
  private extending: Promise<void> | undefined;
  private cancelTimer: (() => void) | undefined;
  /** The newest commits failed for missing space. */
  private lackedSpace = false;
  /** Why no commit is tried now. */
  private failure: StoreFileError | undefined;
  /** The text of the last one, until a commit succeeds. */
  private failed: string | undefined;
  private cancelPause: (() => void) | undefined;
  /** The last extension of the file failed, and not for missing space. */
  private isTailFailing = false;
  private isClosed = false;

  constructor(private readonly parts: SpaceParts) {}

  /** Why creates are refused, or fail since the newest commit, as a user-facing text; undefined while they are allowed. */
  get fullReason(): string | undefined {
    return this.full ?? this.failed;
  }

  /**
   * After a commit that the disk failed none is tried for a second, and until the file could be extended or there is no space for that: LMDB writes beyond the end of its error
   * text then, so that a few failures end the process with a signal.
   * @throws StoreFileError
   */
  assertNotFailing(): void {
    if (this.failure) throw this.failure;
  }

  /** Measures free space and extends the file if needed. Resolves after the attempt. */
  async ensure(pendingBytes = 0): Promise<void> {
    if (this.isClosed) return;
    this.measure();
    const missing = RESERVE_BYTES + Math.max(AHEAD_BYTES, pendingBytes * 2) - this.tailBytes;
    // After a failure the file must be extended once before the disk counts as recovered.
    if (this.refusal !== undefined) await (this.extending ??= this.extend(Math.max(missing, COMMIT_BYTES)));
    else if (missing > AHEAD_BYTES / 2) await (this.extending ??= this.extend(missing));
    this.judge();
  }

  /**
   * Admits or rejects a write. HOT PATH (bench: create): a few comparisons.
   * @param bytes of its entry.
   * @param pendingBytes of entries that are queued or being committed.
   * @throws StorageError Refused
   */
  admit(kind: WriteKind, key: string, bytes: number, pendingBytes: number): void {
    if (kind === 'delete') return;
    if (this.refusal === undefined) {
      if (pendingBytes + bytes > AHEAD_BYTES / 2) void this.ensure(pendingBytes + bytes);
      return;
    }
    const needed = pendingBytes + bytes + COMMIT_BYTES;
    const floor = kind === 'create' ? RESERVE_BYTES : RESERVE_BYTES / (bytes > SMALL_BYTES ? 2 : 4);
    // A value needs contiguous pages: the free ones before the last page may be scattered.
    if (this.tailBytes + this.freeBytes - needed >= floor && needed <= this.tailBytes) return;
    throw diskFull(key, this.refusal);
  }

  /** A commit ended. @param bytes of its entries. @param cause where it failed; StoreFileError where it was refused before it began. */
  committed(bytes: number, cause?: unknown): void {
    if (cause instanceof StoreFileError) return;
    this.unmeasured += bytes + COMMIT_BYTES;
    if (cause !== undefined && !this.isForSpace(cause)) this.pauseCommits(cause);
    if (bytes > 0 && cause === undefined) this.failed = undefined;
    if (bytes > 0) this.lackedSpace = cause !== undefined && isFull(cause);
    // After a failure, admit no write that may find no space until the file was extended.
    if (cause !== undefined) this.refusal ??= textOf(cause);
    if (this.refusal !== undefined || this.tailBytes - this.unmeasured < RESERVE_BYTES) void this.review();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelTimer?.();
    this.cancelPause?.();
    await this.extending;
    this.parts.tail.close();
  }

  /**
   * Whether a commit failed for missing space and the next ones wait for an extension of the file. Not when the file was extended after the commit before, which
   * failed for that too: the volume has less space than its file system reports (thin provisioning).
   */
  private isForSpace(cause: unknown): boolean {
    return isFull(cause) && !(this.lackedSpace && this.refusal === undefined);
  }

  private pauseCommits(cause: unknown): void {
    if (this.failure || this.isClosed) return;
    const reason = textOf(cause);
    this.failed = `the store cannot be written: ${reason}`;
    this.failure = new StoreFileError(this.failed, { cause });
    this.parts.observer.diskFailed?.(reason);
    this.endPauseLater();
  }

  private endPauseLater(): void {
    this.cancelPause = this.parts.clock.setTimer(() => void this.endPause(), RETRY_MS);
  }

  private async endPause(): Promise<void> {
    if (this.refusal !== undefined) await this.ensure();
    if (!this.isTailFailing) this.failure = undefined;
    else if (!this.isClosed) this.endPauseLater();
  }

  /** While the file cannot be extended, only the timer retries. */
  private async review(): Promise<void> {
    if (this.cancelTimer === undefined) return this.ensure();
    this.measure();
    this.judge();
  }

  private measure(): void {
    const { pageBytes, pages, freePages } = this.parts.use();
    this.tailBytes = Math.max(0, Math.floor(this.parts.tail.bytes / pageBytes) - pages) * pageBytes;
    this.freeBytes = Math.max(0, freePages) * pageBytes;
    this.unmeasured = 0;
  }

  private async extend(bytes: number): Promise<void> {
    try {
      await this.parts.tail.append(bytes);
      this.extended();
    } catch (error) {
      this.refusal = textOf(error);
      this.isTailFailing = !isFull(error);
      this.retryLater();
    } finally {
      this.extending = undefined;
      if (!this.isClosed) this.measure();
    }
  }

  private extended(): void {
    this.refusal = undefined;
    this.isTailFailing = false;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private retryLater(): void {
    if (this.isClosed) return;
    this.cancelTimer?.();
    this.cancelTimer = this.parts.clock.setTimer(() => {
      this.cancelTimer = undefined;
      this.parts.onRetry();
      void this.ensure();
    }, RETRY_MS);
  }

  private judge(): void {
    const bytes = this.tailBytes + this.freeBytes;
    if (this.refusal === undefined || bytes >= FULL_UP_TO_BYTES) this.setFull(undefined);
    else if (bytes < FULL_BELOW_BYTES) this.setFull(this.refusal);
  }

  private setFull(reason: string | undefined): void {
    const before = this.full;
    this.full = reason;
    if (before === undefined && reason !== undefined) this.parts.observer.diskFull?.(reason);
    if (before !== undefined && reason === undefined) this.parts.observer.diskRecovered?.();
  }
}

function diskFull(key: string, reason: string): StorageError {
  return new StorageError('Refused', key, { message: `writing ${key} was refused: ${reason}`, what: reason });
}

const textOf = (error: unknown): string =>
  reasonOfFile(error) ?? (error instanceof Error ? error.message : 'the disk takes no more data');
