import { join } from 'node:path';

import { type Clock, errorMessage, systemClock } from '@orch/apimachinery';
import type { Observable } from 'rxjs';

import type { BulkReadable } from '../bulk-readable.js';
import type { BulkWritable } from '../bulk-writable.js';
import type { DiskBound } from '../disk-bound.js';
import { notEmptyStore, revisionTooHigh } from '../fill-error.js';
import { StorageError } from '../storage-error.js';
import type { Precondition, ReadOptions, Revision, Storage, StorageEvent, Stored, Value } from '../storage.js';
import { assertKey, keyByteLength } from '../storage-key.js';
import { AllocatedTail } from './allocated-file.js';
import { reasonOfCommit } from './commit-error.js';
import type { DirectoryLock } from './directory-lock.js';
import { DiskSpace, RESERVE_BYTES } from './disk-space.js';
import { type Changes, type Disk, STORE_FILE } from './disk.js';
import type { EmbeddedObserver } from './embedded-observer.js';
import type { EntryDamage } from './entry-damage.js';
import { fillDisk } from './fill-disk.js';
import { GroupCommit } from './group-commit.js';
import { compacted, HistoryReader } from './history-reader.js';
import { HistoryTrim, type Trim } from './history-trim.js';
import type { KeyTally } from './key-tally.js';
import { LogCheck } from './log-check.js';
import { EntryType, MAX_REVISION } from './log-entry.js';
import { openDisk } from './open-disk.js';
import { ReaderService } from './reader-service.js';
import { SnapshotReader } from './snapshot-reader.js';
import { reasonOfFile, storeFileError, StoreFileError } from './store-file-error.js';
import { unchangedDelete, withDigits } from './unchanged-delete.js';
import { WatchFeed } from './watch-feed.js';
import { Write } from './write.js';

export interface EmbeddedStorageOptions {
  /** Directory of the files; created if missing, accessible to this user only. One process at a time. */
  readonly directory: string;
  /** History window: how long changes stay readable. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Timestamps of events, and the timer of history trimming. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Default: none. */
  readonly observer?: EmbeddedObserver;
  /** Only `fill` will be called: an empty store is marked as unfinished until that ends, so that no server starts on it. Default: false. */
  readonly toFill?: boolean;
}

const HISTORY_WINDOW_MS = 300_000;
/** Retries of a delete whose commit failed: deletes must work on a full disk. */
const DELETE_ATTEMPTS = 3;
/** Keys of a range delete queued in one turn of the event loop. */
const DELETE_KEYS = 512;

/** The default driver: one LMDB file in a directory. See the README in this directory. */
export class EmbeddedStorage implements Storage, BulkReadable, BulkWritable, DiskBound {
  private readonly past: HistoryReader;
  private readonly snapshots: SnapshotReader;
  private readonly feed: WatchFeed;
  private readonly trim: HistoryTrim;
  private readonly commits: GroupCommit;
  private readonly check: LogCheck;
  private readonly space: DiskSpace;
  private unusable: StorageError | undefined;
  /** The error of all other calls while the store is filled. */
  private filling: StorageError | undefined;
  /** The running transaction of a fill; it must end before the file is closed. */
  private fillWrite: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private readers: ReaderService | undefined;
  private readonly tail: AllocatedTail;
  /** Set once the file was removed: why writes are refused. */
  private removed: StoreFileError | undefined;

  private constructor(
    private readonly disk: Disk,
    private readonly lock: DirectoryLock,
    private readonly directory: string,
    private readonly clock: Clock,
    windowMs: number,
    private readonly observer: EmbeddedObserver,
    tally: KeyTally,
  ) {
    this.tail = AllocatedTail.open(join(directory, STORE_FILE));
    this.space = new DiskSpace({
      tail: this.tail,
      use: () => disk.space(),
      clock,
      observer,
      onRetry: () => this.commits.schedule(),
    });
    this.past = new HistoryReader(
      disk,
      () => this.trim.oldestRevision,
      (damage) => this.observer.historyDamaged?.(damage.revision, damage.what),
    );
    this.snapshots = new SnapshotReader(disk, () => this.assertUsable());
    this.feed = new WatchFeed({
      revision: () => this.revision,
      page: (prefix, after, upTo) => {
        this.assertUsable();
        return this.past.page(prefix, after, upTo);
      },
    });
    this.trim = new HistoryTrim(disk, clock, windowMs, () => this.commits.schedule(), disk.oldestRevision());
    const listener = {
      begins: () => {
        this.assertPresent();
        this.space.assertNotFailing();
      },
      trim: (writes: number) => this.trim.next(writes, this.revision),
      committed: (writes: readonly Write[], trim: Trim | undefined) => this.committed(writes, trim),
      broken: (reason: StorageError) => this.fail(reason),
      ended: (bytes: number, cause: unknown) => this.space.committed(bytes, cause),
    };
    this.commits = new GroupCommit(disk, listener, disk.lastRevision(), tally);
    this.trim.committed(undefined, this.revision);
    this.check = new LogCheck(disk, clock, (damage) => this.recordDamaged(damage));
  }

  /**
   * @throws StorageError Locked when another process has the directory open.
   * @throws DiskFormatError when a newer release wrote it; DamagedFileError.
   * @throws FillError Unfinished when filling it was interrupted.
   * @throws StoreFileError when the files cannot be created or opened; on a full disk only for a new store.
   */
  static async open(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
    const { directory, clock = systemClock, historyWindowMs = HISTORY_WINDOW_MS, observer = {} } = options;
    const { disk, lock, tally } = await openDisk(directory, observer, { toFill: options.toFill === true });
    const storage = new EmbeddedStorage(disk, lock, directory, clock, historyWindowMs, observer, tally);
    await storage.space.ensure();
    await storage.admitReaders();
    const full = storage.diskFull;
    if (full === undefined || storage.revision > 0) return storage;
    await storage.close();
    throw new StoreFileError(
      `${directory} cannot be used: ${full} (a new store takes at least ${RESERVE_BYTES} bytes)`,
    );
  }

  /** A file system without sockets makes no store unusable. */
  private async admitReaders(): Promise<void> {
    try {
      this.readers = await ReaderService.start(this.directory, () => this.disk.snapshot());
    } catch (error) {
      this.observer.noReaders?.(reasonOfFile(error) ?? errorMessage(error));
    }
  }

  get revision(): Revision {
    return this.commits.revision;
  }

  get oldestRevision(): Revision {
    return this.past.oldest();
  }

  get diskFull(): string | undefined {
    return this.removed?.message ?? this.space.fullReason;
  }

  get fileBytes(): number {
    return this.disk.fileBytes();
  }

  create(key: string, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored> {
    return this.written(() => {
      const keyBytes = keyByteLength(key);
      const current = this.commits.revisionOf(key);
      if (current !== 0) throw new StorageError('KeyExists', key, { revision: current });
      for (const precondition of preconditions) this.assertHolds(precondition);
      return this.submit(EntryType.Put, key, keyBytes, 0, value);
    });
  }

  replace(key: string, expected: Revision, value: Value, ...preconditions: readonly Precondition[]): Promise<Stored> {
    return this.written(() => {
      const keyBytes = keyByteLength(key);
      this.assertAtRevision(key, expected);
      for (const precondition of preconditions) this.assertHolds(precondition);
      return this.submit(EntryType.Put, key, keyBytes, expected, value);
    });
  }

  async delete(key: string, expected: Revision, last: Value): Promise<Stored> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.deleteOnce(key, expected, last);
      } catch (error) {
        // Other writes of the commit needed more space than available; those are refused early now, and a delete needs little.
        const isRefused = error instanceof StorageError && error.code === 'Refused';
        if (!isRefused || attempt === DELETE_ATTEMPTS) throw error;
      }
    }
  }

  private deleteOnce(key: string, expected: Revision, last: Value): Promise<Stored> {
    return this.written(() => {
      const keyBytes = keyByteLength(key);
      this.assertAtRevision(key, expected);
      const unchanged = this.unchangedDelete(key, expected, last);
      if (!unchanged) return this.submit(EntryType.Delete, key, keyBytes, expected, last);
      const shownAt = (revision: Revision) => withDigits(last, revision);
      return this.submit(EntryType.DeleteUnchanged, key, keyBytes, expected, unchanged, shownAt);
    });
  }

  async deleteRange(prefix: string): Promise<number> {
    this.assertUsable();
    // Writes in flight first: the pages read below may already be past their keys.
    let count = await this.purge(this.commits.keysInFlight(prefix));
    for (let after: string | undefined; ;) {
      this.assertUsable();
      const page = [...this.disk.readKeys(prefix, { limit: DELETE_KEYS, ...(after !== undefined && { after }) })];
      count += await this.purge(page.map(([key]) => key));
      if (page.length < DELETE_KEYS) return count;
      after = page.at(-1)?.[0];
    }
  }

  async get(key: string): Promise<Stored | undefined> {
    this.assertUsable();
    assertKey(key);
    const revision = this.disk.revisionOf(key);
    const stored = revision === 0 ? undefined : this.disk.readCurrent(key, revision);
    await this.published();
    return stored;
  }

  async list(
    prefix: string,
    options?: ReadOptions,
  ): Promise<{ readonly revision: Revision; readonly items: AsyncIterable<Stored> }> {
    this.assertUsable();
    const listed = await this.snapshots.list(prefix, options);
    await this.published();
    return listed;
  }

  async loadAll(prefix: string, visit: (stored: Stored) => void, options?: ReadOptions): Promise<Revision> {
    this.assertUsable();
    const revision = await this.snapshots.loadAll(prefix, visit, options);
    await this.published();
    return revision;
  }

  watch(prefix: string, after: Revision): Observable<StorageEvent> {
    return this.feed.watch(prefix, after);
  }

  history(prefix: string, after: Revision, upTo: Revision): AsyncIterable<StorageEvent> {
    return this.past.read(prefix, after, Math.min(upTo, this.revision), () => this.assertUsable());
  }

  async fill(items: AsyncIterable<Stored>, revision: Revision): Promise<void> {
    this.assertUsable();
    if (!this.commits.untouched) throw notEmptyStore(this.directory);
    if (revision > MAX_REVISION) throw revisionTooHigh(this.directory, revision, MAX_REVISION);
    this.unusable = this.filling = new StorageError('Unavailable', '', { message: 'the store is being filled' });
    let tally: KeyTally;
    try {
      tally = await fillDisk((write) => this.writeFill(write), items, revision, this.clock.now());
    } catch (cause) {
      const message = 'filling the store was interrupted: it is incomplete';
      if (this.unusable === this.filling) this.unusable = new StorageError('Unavailable', '', { message, cause });
      throw cause;
    }
    if (this.unusable !== this.filling) return; // closed since its last transaction
    this.commits.startAt(revision, tally);
    this.trim.startAt(revision);
    this.unusable = this.filling = undefined;
    this.feed.end(compacted('', 0, revision));
  }

  close(): Promise<void> {
    return (this.closing ??= this.shutDown());
  }

  private async writeFill(write: (changes: Changes) => void): Promise<void> {
    if (this.unusable && this.unusable !== this.filling) throw this.unusable;
    this.fillWrite = this.disk.transaction(write);
    try {
      await this.fillWrite;
    } catch (error) {
      throw storeFileError(join(this.directory, STORE_FILE), await reasonOfCommit(error));
    }
  }

  /**
   * The result of a write that is compared and submitted in one step. One that is refused because of a write in flight is answered after the end of
   * that: reads after the answer see what it says. When that write failed, it is compared again.
   */
  private async written(compareAndSubmit: () => Write): Promise<Stored> {
    for (;;) {
      this.assertUsable();
      try {
        return compareAndSubmit().stored;
      } catch (error) {
        const inFlight = error instanceof StorageError ? this.commits.inFlight(error.key) : undefined;
        const isVisible = await inFlight?.stored.then(
          () => true,
          () => false,
        );
        if (isVisible !== false) throw error;
      }
    }
  }

  private submit(
    type: EntryType,
    key: string,
    keyBytes: number,
    previous: Revision,
    value?: Value,
    shownAt?: (revision: Revision) => Buffer,
  ): Write {
    const timeMs = this.clock.now();
    const kind = type !== EntryType.Put ? 'delete' : previous === 0 ? 'create' : 'update';
    this.space.admit(kind, key, keyBytes + (value?.bytes.length ?? 0), this.commits.pendingBytes);
    return this.commits.submit(
      (revision, before) =>
        new Write({ type, key, keyBytes, revision, previous, timeMs, value, shown: shownAt?.(revision) }, before),
    );
  }

  /** The entry value of a delete whose last state is the current value except for its revision; undefined for other deletes. */
  private unchangedDelete(key: string, expected: Revision, last: Value): Value | undefined {
    const current = this.commits.inFlight(key)?.value ?? this.disk.readStored(expected)?.value;
    return current && unchangedDelete(current, expected, last);
  }

  private async purge(keys: readonly string[]): Promise<number> {
    const writes: Promise<Stored>[] = [];
    for (const key of keys) {
      const current = this.commits.revisionOf(key);
      if (current !== 0) writes.push(this.submit(EntryType.Purge, key, keyByteLength(key), current).stored);
    }
    await Promise.all(writes);
    return writes.length;
  }

  private assertAtRevision(key: string, expected: Revision): void {
    const current = this.commits.revisionOf(key);
    if (current === 0) throw new StorageError('KeyNotFound', key);
    if (current !== expected) throw new StorageError('Conflict', key, { revision: current });
  }

  private assertHolds({ key, revision }: Precondition): void {
    const current = this.commits.revisionOfPrecondition(key);
    if (current === revision) return;
    throw new StorageError('PreconditionFailed', key, { revision: current || this.commits.newest });
  }

  private assertUsable(): void {
    if (this.unusable) throw this.unusable;
  }

  /** A commit is visible on disk before it is sent to the watches; reads must not return it earlier. */
  private async published(): Promise<void> {
    if (this.disk.lastRevision() <= this.revision) return;
    await this.commits.settled();
    this.assertUsable();
  }

  /** What is written to a file that was removed is lost with this process, and so are earlier objects: they are read as before, so that they can be saved. */
  private assertPresent(): void {
    if (this.removed === undefined && this.tail.isRemoved) {
      const file = join(this.directory, STORE_FILE);
      this.removed = new StoreFileError(
        `${file} was removed while this server uses it: what it holds is lost when the server ends`,
      );
      this.observer.fileRemoved?.(file);
    }
    if (this.removed) throw this.removed;
  }

  private committed(writes: readonly Write[], trim: Trim | undefined): void {
    this.trim.committed(trim, this.revision);
    if (this.feed.idle) return;
    for (const write of writes) this.feed.deliver(this.past.live(write));
  }

  /** The background check found a damaged record: of the history, or a current value. */
  private recordDamaged(damage: EntryDamage): void {
    if (damage.revision > this.past.oldest()) this.past.endAt(damage);
    else this.observer.valueDamaged?.(damage.revision, damage.what);
  }

  private fail(reason: StorageError): void {
    this.unusable = reason;
    this.trim.stop();
    this.check.stop();
    this.feed.end(reason);
  }

  private async shutDown(): Promise<void> {
    if (this.unusable === this.filling) this.unusable = undefined;
    this.unusable ??= new StorageError('Unavailable', '', { message: 'the store was closed' });
    this.trim.stop();
    this.check.stop();
    await this.commits.drained();
    this.trim.stop();
    this.feed.end();
    await this.snapshots.released();
    await this.readers?.close();
    await Promise.allSettled([this.fillWrite]);
    await this.space.close();
    await this.disk.close();
    await this.lock.release();
  }
}
