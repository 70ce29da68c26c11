import { ChurnMap } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { Revision } from '../storage.js';
import { reasonOfCommit } from './commit-error.js';
import type { Disk } from './disk.js';
import type { Trim } from './history-trim.js';
import { EMPTY_TALLY, type KeyTally } from './key-tally.js';
import { EntryType, MAX_REVISION } from './log-entry.js';
import type { Write } from './write.js';

/** The part of the disk that commits use. */
export type CommitDisk = Pick<Disk, 'revisionOf' | 'lastRevision' | 'refresh' | 'transaction'>;

/** What a commit needs from the rest of the driver. */
export interface CommitListener {
  /** Old entries that may go with a commit that carries `writes`; undefined when nothing is due. */
  trim(writes: number): Trim | undefined;
  /** The writes are on disk; called before their promises resolve. */
  committed(writes: readonly Write[], trim: Trim | undefined): void;
  /** The commit failed and it is not known what is on disk: the store must not be used any more. */
  broken(reason: StorageError): void;
  /** A commit of `bytes` of entries ended; `cause` where it failed. The queue may hold more. */
  ended(bytes: number, cause?: unknown): void;
}

/** So many writes are worth a commit, whether or not more are coming. */
const ENOUGH_WRITES = 32;

/**
 * Turns writes into transactions. Writes queue while a commit runs; when it ends the whole queue becomes the next one. The
 * flush is the batching window, and after it the turns of the event loop that bring more: no timer (decision 027).
 */
export class GroupCommit {
  private queue: Write[] = [];
  /** For each key with a write on its way: the last of these. The next compare looks here first. */
  private readonly pending = new ChurnMap<string, Write>();
  private assigned: Revision;
  /** Newest revision that is durable: while the next commit runs already, it may not be published yet. */
  private written: Revision;
  /** After all writes that have a revision. */
  private tally: KeyTally;
  /** After the newest write that is durable. */
  private writtenTally: KeyTally;
  /** The key that preconditions named last, and its revision. Empty: not known. */
  private named = { key: '', standing: 0 };
  private running: Promise<void> | undefined;
  private scheduled = false;
  private failure: StorageError | undefined;
  private bytesInFlight = 0;

  constructor(
    private readonly disk: CommitDisk,
    private readonly listener: CommitListener,
    /** Newest revision that was told: durable, too. */
    private published: Revision,
    /** After the write of that revision. */
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

  /** Of entries that are queued or being committed. */
  get pendingBytes(): number {
    return this.bytesInFlight;
  }

  /** Whether nothing was ever written, nor is on its way. */
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

  /** What `key` stands at, writes in flight included; 0 when it is not there. */
  standing(key: string): Revision {
    const write = this.pending.get(key);
    return write ? write.standing : this.disk.revisionOf(key);
  }

  /**
   * As `standing`, for a key that a precondition names: the creates in a namespace name the same, and reading it from the disk takes half a
   * microsecond (bench: create).
   */
  standingOfNamed(key: string): Revision {
    if (key !== this.named.key) this.named = { key, standing: this.standing(key) };
    return this.named.standing;
  }

  /** The value of the newest write in flight of `key`; undefined when there is none. */
  valueInFlight(key: string): Buffer | undefined {
    return this.pending.get(key)?.value;
  }

  /** Keys in flight under `prefix` that stand after their writes. */
  standingInFlight(prefix: string): string[] {
    return [...this.pending.values()].filter((w) => w.standing !== 0 && w.key.startsWith(prefix)).map((w) => w.key);
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

  /** Starts a commit, even an empty one that only trims, as soon as none runs. */
  schedule(): void {
    if (this.scheduled || this.running || this.failure) return;
    this.scheduled = true;
    // Not at once: what else this turn of the event loop brings, or the writers resumed just now, shall come along.
    setImmediate(() => this.gather(0));
  }

  /**
   * Begins the commit in the first turn of the event loop that brings no more writes, or once enough are there: a commit costs as
   * much as twenty writes, so those who come a moment later shall not each pay for one (bench: create).
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

  /** Resolves when the commit that runs now, if any, was published. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Resolves when nothing is queued and nothing runs. */
  async drained(): Promise<void> {
    while (this.scheduled || this.running) await (this.running ?? new Promise((resolve) => setImmediate(resolve)));
  }

  private async commit(): Promise<void> {
    const writes = this.queue;
    const before = this.written;
    this.queue = [];
    try {
      const trim = this.listener.trim(writes.length);
      await this.write(writes, trim);
      if (this.failure) throw this.failure;
      this.disk.refresh();
      this.written = writes.at(-1)?.revision ?? before;
      this.writtenTally = writes.at(-1)?.tally ?? this.writtenTally;
      // The disk works on the next commit while those of this one get their answers. What may be trimmed next is known after a trim only.
      this.running = !trim && this.queue.length >= ENOUGH_WRITES ? this.commit() : undefined;
      this.publish(writes, trim);
    } catch (cause) {
      await this.failed(writes, before, cause);
      this.running = undefined;
    }
    if (this.queue.length > 0) this.schedule();
  }

  /** HOT PATH (bench: create): everything of one commit at once, so that it is one transaction. */
  private async write(writes: readonly Write[], trim: Trim | undefined): Promise<void> {
    if (writes.length === 0 && !trim) return;
    await this.disk.transaction((changes) => {
      for (const { type, key, revision, entry } of writes)
        if (type === EntryType.Put) changes.put(key, revision, entry);
        else changes.delete(key, revision, entry);
      if (trim) changes.forget(trim.revisions, trim.oldest);
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
   * Nobody was told of these writes, so their revisions may be given again if the disk does not have them. If it has them
   * after all, whether they would survive is unknown, and so is everything built on them: then only a restart helps.
   */
  private async failed(writes: readonly Write[], before: Revision, thrown: unknown): Promise<void> {
    const cause = await reasonOfCommit(thrown);
    if (cause === this.failure) return rejectAll(writes, cause, 'Unavailable');
    const lost = [...writes, ...this.queue];
    this.queue = [];
    this.end(lost, cause);
    this.pending.clear();
    this.named.key = '';
    this.disk.refresh();
    if (this.disk.lastRevision() === before) {
      this.assigned = before;
      this.tally = this.writtenTally;
    } else {
      const message = 'the outcome of a commit is unknown: restart this process; it will continue with what is on disk';
      this.failure = new StorageError('Unavailable', '', { message, cause });
      this.listener.broken(this.failure);
    }
    // The disk was asked: it has nothing of them, and what comes next is written in their place.
    rejectAll(lost, cause, this.failure ? 'Unavailable' : 'Refused');
  }
}

function rejectAll(writes: readonly Write[], cause: unknown, code: 'Refused' | 'Unavailable'): void {
  for (const write of writes) {
    const message = `writing ${write.key} failed: ${textOf(cause)}`;
    write.reject(new StorageError(code, write.key, { message, cause }));
  }
}

const noRevisionLeft = (): StorageError =>
  new StorageError('Refused', '', {
    message: `revision ${MAX_REVISION} was the last there is room for: move the store to Redis (orch migrate)`,
  });

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
