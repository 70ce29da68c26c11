import { ChurnMap, errorMessage } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import { reasonOfCommit } from './commit-error.js';
import type { Disk } from './disk.js';
import type { Trim } from './history-trim.js';
import { EMPTY_TALLY, type KeyTally } from './key-tally.js';
import { EntryType, MAX_REVISION } from './log-entry.js';
import type { Write } from './write.js';

/** The part of `Disk` that commits use. */
export type CommitDisk = Pick<Disk, 'revisionOf' | 'lastRevision' | 'refresh' | 'transaction'>;

/** Callbacks of a commit into the driver. */
export interface CommitListener {
  /** A commit begins. @throws when the file must not be written: its writes are refused. */
  begins(): void;
  /** Entries to trim in a commit with `writes` writes; undefined when nothing is due. */
  trim(writes: number): Trim | undefined;
  /** The writes are on disk; called before their promises resolve. */
  committed(writes: readonly Write[], trim: Trim | undefined): void;
  /** The outcome of a failed commit is unknown: the store must not be used any more. */
  broken(reason: StorageError): void;
  /** A commit with `bytes` of entries ended; `cause` if it failed, but not where `broken` is called. More writes may be queued. */
  ended(bytes: number, cause?: unknown): void;
}

/** Batch size at which a commit starts without waiting for more writes. */
const ENOUGH_WRITES = 32;

/**
 * Group commit: writes queue while a commit runs; when it ends the whole queue becomes the next transaction. The batching
 * window is the flush, then the turns of the event loop that add writes: no timer (decision 027).
 */
export class GroupCommit {
  private queue: Write[] = [];
  /** The last write in flight of each key. Compares look here first. */
  private readonly pending = new ChurnMap<string, Write>();
  private assigned: Revision;
  /** Newest durable revision: may not be published yet when the next commit already runs. */
  private written: Revision;
  /** Tally after all writes that have a revision. */
  private tally: KeyTally;
  /** Tally after the newest durable write. */
  private writtenTally: KeyTally;
  /** The last key named by a precondition, and its revision. Empty: unknown. */
  private named = { key: '', revision: 0 };
  private running: Promise<void> | undefined;
  private scheduled = false;
  private failure: StorageError | undefined;
  private bytesInFlight = 0;

  constructor(
    private readonly disk: CommitDisk,
    private readonly listener: CommitListener,
    /** Newest published revision. */
    private published: Revision,
    /** Tally after the write of that revision. */
    tally: KeyTally = EMPTY_TALLY,
  ) {
    this.assigned = this.written = published;
    this.tally = this.writtenTally = tally;
  }

  get revision(): Revision {
    return this.published;
  }

  /** Newest revision, writes in flight included. */
  get newest(): Revision {
    return this.assigned;
  }

  /** Bytes of entries that are queued or being committed. */
  get pendingBytes(): number {
    return this.bytesInFlight;
  }

  /** Whether the store has no writes, in flight included. */
  get untouched(): boolean {
    return this.assigned === 0;
  }

  /** The disk was filled: the next write follows `revision`. */
  startAt(revision: Revision, tally: KeyTally): void {
    this.disk.refresh();
    this.named.key = '';
    this.assigned = this.written = this.published = revision;
    this.tally = this.writtenTally = tally;
  }

  /** The revision of `key`, writes in flight included; 0 when it does not exist. */
  revisionOf(key: string): Revision {
    const write = this.pending.get(key);
    return write ? write.revisionAfter : this.disk.revisionOf(key);
  }

  /**
   * As `revisionOf`, cached for the key of a precondition: all creates in a namespace name the same key, and reading it from disk takes half a
   * microsecond (bench: create).
   */
  revisionOfPrecondition(key: string): Revision {
    if (key !== this.named.key) this.named = { key, revision: this.revisionOf(key) };
    return this.named.revision;
  }

  /** The newest write in flight of `key`. */
  inFlight(key: string): Write | undefined {
    return this.pending.get(key);
  }

  /** Keys under `prefix` that exist after their writes in flight. */
  keysInFlight(prefix: string): string[] {
    return [...this.pending.values()]
      .filter((w) => w.revisionAfter !== 0 && w.key.startsWith(prefix))
      .map((w) => w.key);
  }

  /** Queues the write that `make` builds for the next revision. If `make` throws, no revision was used. @throws StorageError Refused. */
  submit(make: (revision: Revision, before: KeyTally) => Write): Write {
    if (this.failure) throw this.failure;
    if (this.assigned >= MAX_REVISION) throw noRevisionLeft();
    const write = make(this.assigned + 1, this.tally);
    this.assigned = write.revision;
    this.tally = write.tally;
    this.pending.set(write.key, write);
    if (write.key === this.named.key) this.named.key = '';
    this.queue.push(write);
    this.bytesInFlight += write.entry.length;
    this.schedule();
    return write;
  }

  /** Schedules a commit, even an empty one that only trims, unless one runs. */
  schedule(): void {
    if (this.scheduled || this.running || this.failure) return;
    this.scheduled = true;
    // Deferred, so that other writes of this turn, and of writers that were just resumed, join the batch.
    setImmediate(() => this.gather(0));
  }

  /**
   * Starts the commit in the first turn of the event loop without new writes, or when the batch is large enough: a commit costs as
   * much as twenty writes, so writes that follow shortly should share it (bench: create).
   */
  private gather(before: number): void {
    const count = this.queue.length;
    if (count > before && count < ENOUGH_WRITES) {
      setImmediate(() => this.gather(count));
      return;
    }
    this.scheduled = false;
    this.running = this.commit();
  }

  /** Resolves when the running commit, if any, was published. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Resolves when nothing is queued or running. */
  async drained(): Promise<void> {
    while (this.scheduled || this.running) await (this.running ?? new Promise((resolve) => setImmediate(resolve)));
  }

  private async commit(): Promise<void> {
    const writes = this.queue;
    const before = this.written;
    this.queue = [];
    try {
      this.listener.begins();
      const trim = this.listener.trim(writes.length);
      await this.write(writes, trim);
      if (this.failure) throw this.failure;
      this.disk.refresh();
      this.written = writes.at(-1)?.revision ?? before;
      this.writtenTally = writes.at(-1)?.tally ?? this.writtenTally;
      // The next commit runs while the writers of this one are resumed. Not after a trim: the next trim depends on its result.
      this.running = !trim && this.queue.length >= ENOUGH_WRITES ? this.commit() : undefined;
      this.publish(writes, trim);
    } catch (cause) {
      await this.failed(writes, before, cause);
      this.running = undefined;
    }
    if (this.queue.length > 0) this.schedule();
  }

  /** HOT PATH (bench: create): all writes of a commit in one transaction. */
  private async write(writes: readonly Write[], trim: Trim | undefined): Promise<void> {
    if (writes.length === 0 && !trim) return;
    await this.disk.transaction((changes) => {
      for (const { type, key, revision, entry } of writes)
        if (type === EntryType.Put) changes.put(key, revision, entry);
        else changes.delete(key, revision, entry);
      if (trim) changes.trim(trim.revisions, trim.oldest);
    });
  }

  private publish(writes: readonly Write[], trim: Trim | undefined): void {
    for (const write of writes) if (this.pending.get(write.key) === write) this.pending.delete(write.key);
    this.published = writes.at(-1)?.revision ?? this.published;
    this.end(writes);
    this.listener.committed(writes, trim);
    for (const write of writes) write.resolve();
  }

  private end(writes: readonly Write[], cause?: unknown): void {
    let bytes = 0;
    for (const { entry } of writes) bytes += entry.length;
    this.bytesInFlight -= bytes;
    this.listener.ended(bytes, cause);
  }

  /**
   * These writes were not published, so their revisions are reused if they are not on disk. If they are on disk after all, or the disk cannot be
   * read, their durability is unknown, and so is that of later writes: then only a restart helps.
   */
  private async failed(writes: readonly Write[], before: Revision, thrown: unknown): Promise<void> {
    const cause = await reasonOfCommit(thrown);
    if (cause === this.failure) return rejectAll(writes, cause, 'Unavailable');
    const lost = [...writes, ...this.queue];
    this.queue = [];
    this.pending.clear();
    this.named.key = '';
    if (this.lastOnDisk() === before) {
      this.assigned = before;
      this.tally = this.writtenTally;
      this.end(lost, cause);
    } else {
      const message = 'the outcome of a commit is unknown: restart this process; it will continue with what is on disk';
      this.failure = new StorageError('Unavailable', '', { message, cause });
      this.listener.broken(this.failure);
    }
    // `Refused`: none of these writes is on disk, and their revisions are reused.
    rejectAll(lost, cause, this.failure ? 'Unavailable' : 'Refused');
  }

  /** The newest revision on disk; undefined when it cannot be read. */
  private lastOnDisk(): Revision | undefined {
    try {
      this.disk.refresh();
      return this.disk.lastRevision();
    } catch {
      // The reason of the failed commit is reported; most likely this is the same.
      return undefined;
    }
  }
}

function rejectAll(writes: readonly Write[], cause: unknown, code: 'Refused' | 'Unavailable'): void {
  for (const write of writes) {
    const message = `writing ${write.key} failed: ${errorMessage(cause)}`;
    write.reject(new StorageError(code, write.key, { message, cause }));
  }
}

const noRevisionLeft = (): StorageError =>
  new StorageError('Refused', '', {
    message: `revision ${MAX_REVISION} is the last one this store supports: migrate the store to Redis (orch migrate)`,
  });
