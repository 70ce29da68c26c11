import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'lmdb';

import { StorageError } from '../storage-error.js';
import type { ReadOptions, Revision, Stored } from '../storage.js';
import { damagedIndex } from './damaged-file.js';
import type { Disk } from './disk.js';
import { EMPTY_TALLY, isSameTally, tallyAfter } from './key-tally.js';
import { pointerTo } from './log-entry.js';
import { ValueArena } from './value-arena.js';

/** Limits of one turn of the event loop. */
const TURN_KEYS = 1_024;
const TURN_VALUES = 512;
const TURN_BYTES = 1_024 * 1_024;

/** A load that waits for the end of the current turn, or is under way. */
interface Load {
  readonly prefix: Buffer;
  readonly visit: (stored: Stored) => void;
  readonly options: ReadOptions | undefined;
  readonly resolve: (revision: Revision) => void;
  readonly reject: (error: unknown) => void;
}

/** A range without keys. */
interface Gap {
  readonly from: Buffer;
  /** The key after it; undefined: there is none. */
  readonly to: Buffer | undefined;
}

/** Whether a gap contains all keys that a prefix can have. */
const isIn = ({ from, to }: Gap, prefix: Buffer): boolean =>
  Buffer.compare(from, prefix) <= 0 &&
  (to === undefined || (Buffer.compare(prefix, to) < 0 && !to.subarray(0, prefix.length).equals(prefix)));

type KeyPointer = readonly [key: string, revision: Revision];

/** Reads a consistent snapshot under `prefix`: first the revisions of all keys, then the values on demand. */
export class SnapshotReader {
  private readonly held = new Set<Promise<unknown>>();
  private waiting: Load[] = [];

  constructor(
    private readonly disk: Disk,
    /** Throws when the store was closed meanwhile, or pages of a snapshot may have been overwritten. */
    private readonly assertUsable: () => void,
  ) {}

  /**
   * Collects the revisions of all keys and releases the snapshot of the file, so that a slow consumer does not prevent LMDB from reusing
   * pages. The values stay in the log for the history window.
   */
  async list(prefix: string, options?: ReadOptions): Promise<{ revision: Revision; items: AsyncIterable<Stored> }> {
    return this.withSnapshot(async (snapshot, revision) => {
      const pointers: KeyPointer[] = [];
      for (const page of this.pages(prefix, snapshot)) {
        for (const pointer of page) pointers.push(pointer);
        if (page.length < TURN_KEYS) break;
        await this.pause();
      }
      return { revision, items: this.values(pointers, options) };
    });
  }

  /**
   * HOT PATH (bench: start, definitions): no promise per value; the snapshot is held, since `visit` is synchronous. Loads that are asked for in one
   * turn share a snapshot, and the search for the next key: most custom kinds have no objects.
   */
  loadAll(prefix: string, visit: (stored: Stored) => void, options?: ReadOptions): Promise<Revision> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ prefix: Buffer.from(prefix), visit, options, resolve, reject });
      if (this.waiting.length === 1) queueMicrotask(() => void this.loadWaiting());
    });
  }

  private async loadWaiting(): Promise<void> {
    const loads = this.waiting;
    this.waiting = [];
    try {
      this.assertUsable();
      await this.withSnapshot((snapshot, revision) => this.loadEach(loads, snapshot, revision));
    } catch (error) {
      for (const { reject } of loads) reject(error); // those that have not ended
    }
  }

  private async loadEach(loads: Load[], snapshot: Transaction, revision: Revision): Promise<void> {
    loads.sort((a, b) => Buffer.compare(a.prefix, b.prefix));
    let gap: Gap | undefined;
    for (const load of loads) {
      if (!gap || !isIn(gap, load.prefix)) {
        try {
          const found = await this.load(load, snapshot);
          gap = found ? undefined : { from: load.prefix, to: this.disk.keyFrom(load.prefix, snapshot) };
        } catch (error) {
          load.reject(error);
          continue;
        }
      }
      load.resolve(revision);
    }
  }

  /** @returns the number of keys. */
  private async load({ prefix, visit, options }: Load, snapshot: Transaction): Promise<number> {
    const arena = new ValueArena();
    let bytes = 0;
    let found = 0;
    for (const page of this.pages(prefix.toString(), snapshot)) {
      found += page.length;
      for (const [key, at] of page) {
        const value = this.read(options, () => this.disk.readValue(key, at, arena.keep, snapshot));
        if (!value) continue;
        visit({ key, value, revision: at });
        bytes += value.length;
        if (bytes < TURN_BYTES) continue;
        bytes = 0;
        await this.pause();
      }
      if (page.length < TURN_KEYS) break;
      await this.pause();
    }
    return found;
  }

  /**
   * All items, at the pace of the consumer; `snapshot` is held all the time.
   * @throws StorageError Corrupted; DamagedFileError at the end when keys are missing or wrong.
   */
  async *stream(snapshot: Transaction, options?: ReadOptions): AsyncGenerator<Stored> {
    const arena = new ValueArena();
    let tally = EMPTY_TALLY;
    for (const keys of this.pages('', snapshot)) {
      for (const [key, revision] of keys) {
        this.assertUsable();
        tally = tallyAfter(tally, Buffer.from(key), pointerTo(revision), 0);
        const value = this.read(options, () => this.disk.readValue(key, revision, arena.keep, snapshot));
        if (value) yield { key, value, revision };
      }
      await this.pause();
      if (keys.length < TURN_KEYS) break;
    }
    const noted = this.disk.notedTally(snapshot);
    if (noted && !isSameTally(tally, noted)) throw damagedIndex(noted.keys, tally.keys);
  }

  /** The result of `readValue`; undefined when it is damaged and `onDamaged` is given. */
  private read(options: ReadOptions | undefined, readValue: () => Buffer): Buffer | undefined {
    try {
      return readValue();
    } catch (error) {
      const isDamage = error instanceof StorageError && error.code === 'Corrupted';
      if (!isDamage || !options?.onDamaged) throw error;
      options.onDamaged(error);
      return undefined;
    }
  }

  private async *values(pointers: readonly KeyPointer[], options: ReadOptions | undefined): AsyncGenerator<Stored> {
    const arena = new ValueArena();
    for (let next = 0; next < pointers.length; await nextTurn()) {
      this.assertUsable();
      const page: Stored[] = [];
      for (let bytes = 0; next < pointers.length && page.length < TURN_VALUES && bytes < TURN_BYTES; next++) {
        const [key, revision] = pointers[next] as KeyPointer;
        const value = this.read(options, () => this.readUntrimmed(key, revision, arena.keep));
        if (!value) continue;
        page.push({ key, value, revision });
        bytes += value.length;
      }
      yield* page;
    }
  }

  /** Without a snapshot a value may have been trimmed since its pointer was read. @throws StorageError Compacted, Corrupted. */
  private readUntrimmed(key: string, revision: Revision, keep: (bytes: Buffer) => Buffer): Buffer {
    try {
      return this.disk.readValue(key, revision, keep);
    } catch (error) {
      if (this.disk.revisionOf(key) === revision) throw error;
      throw new StorageError('Compacted', key, { revision, cause: error });
    }
  }

  /** Pages of keys, each read on demand in one turn. */
  private *pages(prefix: string, transaction: Transaction): Generator<KeyPointer[]> {
    for (let after: string | undefined; ;) {
      const page = [
        ...this.disk.readKeys(prefix, { limit: TURN_KEYS, transaction, ...(after !== undefined && { after }) }),
      ];
      yield page;
      after = page.at(-1)?.[0];
    }
  }

  private async pause(): Promise<void> {
    await nextTurn();
    this.assertUsable();
  }

  /** Resolves when all snapshots are released; LMDB must not be closed before. */
  async released(): Promise<void> {
    await Promise.allSettled(this.held);
  }

  private async withSnapshot<T>(read: (snapshot: Transaction, revision: Revision) => Promise<T>): Promise<T> {
    const snapshot = this.disk.snapshot();
    const reading = read(snapshot, this.disk.lastRevision(snapshot)).finally(() => {
      snapshot.done();
      this.held.delete(reading);
    });
    this.held.add(reading);
    return reading;
  }
}
