import { join } from 'node:path';

import {
  type Database,
  type DatabaseOptions,
  open,
  type RootDatabase,
  type RootDatabaseOptions,
  type Transaction,
} from 'lmdb';

import { corrupted } from '../storage-error.js';
import type { Revision, Stored } from '../storage.js';
import { createAllocated, LOCK_TABLE_BYTES } from './allocated-file.js';
import { checkFile } from './check-file.js';
import type { FileUse } from './compact-file.js';
import { decodeFact, encodeFact } from './disk-fact.js';
import {
  checkFormat,
  DISK_FORMAT,
  DiskFormatError,
  FORMAT_KEY,
  UNFINISHED_FORMAT,
  UPGRADING_FORMAT,
} from './disk-format.js';
import type { SpaceUse } from './disk-space.js';
import { EntryDamage } from './entry-damage.js';
import { prefixRange } from './key-bytes.js';
import { byteKeys, revisionKeys } from './key-encoders.js';
import { EMPTY_TALLY, type KeyTally, tallyAfter } from './key-tally.js';
import {
  damageOf,
  decodeHeader,
  decodeKey,
  decodePointer,
  type EntryHeader,
  EntryType,
  pointerOf,
  tallyOf,
  valueOf,
} from './log-entry.js';
import { quietCommits } from './quiet-commits.js';
import { usingFile } from './store-file-error.js';

/** The file that holds everything, inside the data directory. */
export const STORE_FILE = 'store.mdb';

/**
 * Address space to reserve, so that the map never moves while it is read: 1 TiB costs nothing until it is used, and the file
 * is as long as what was written.
 */
const MAP_BYTES = 2 ** 40;
const OLDEST_KEY = 'oldest-revision';
/** While a file of format 1 is upgraded: entries up to this revision are of the new format. */
const UPGRADED_KEY = 'upgraded-to';
const FIRST_REVISION = 1;
const FIRST_KEY = Buffer.from([0]);

/** An entry read from the log; `value` is a copy. */
export interface LogRecord extends EntryHeader {
  readonly key: string;
  readonly value: Buffer;
  readonly revision: Revision;
}

/** LMDB's read of reused memory takes a snapshot too; its types leave that out. */
interface LogTable extends Database<Buffer, Revision> {
  getBinaryFast(id: Revision, options?: { transaction: Transaction }): Buffer | undefined;
}

/** The part of LMDB's untyped statistics that is used here. */
interface TableStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface FileStats extends TableStats {
  readonly pageSize: number;
  readonly lastPageNumber: number;
  /** The list of free pages. */
  readonly free: TableStats;
  /** The table of tables. */
  readonly root: TableStats;
}

/** The two at the beginning of the file. */
const HEAD_PAGES = 2;

function pagesOf(stats: unknown): number {
  const { treeBranchPageCount, treeLeafPageCount, overflowPages } = stats as TableStats;
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}

/** What can be written in a transaction. */
export interface Changes {
  put(key: string, revision: Revision, entry: Buffer): void;
  delete(key: string, revision: Revision, entry: Buffer): void;
  /** Removes old entries; history starts after `oldest` from then on. */
  forget(revisions: readonly Revision[], oldest: Revision): void;
  /** The file holds a part only from now on, until `finish`; nobody opens it meanwhile. */
  begin(): void;
  /** An entry of no key: holds the newest revision where that is no item's. */
  hold(revision: Revision, entry: Buffer): void;
  /** The file is whole, and history starts after `oldest`. */
  finish(oldest: Revision): void;
  /** Puts entries of the newest format in the place of those of format 1, all up to `upTo`. No release opens the file until `finish`. */
  upgrade(entries: readonly (readonly [Revision, Buffer])[], upTo: Revision): void;
}

const neverStarted = (directory: string) => new DiskFormatError(`the store in ${directory} was never started`);

/**
 * The LMDB file and its three tables: `log` (revision to entry), `keys` (key to the revision of its entry), `facts` (format,
 * oldest revision). Reads are synchronous from the memory map; all reads of one turn of the event loop see one snapshot
 * unless a commit ended in between. Writes go by transactions.
 */
export class Disk {
  private constructor(
    private readonly root: RootDatabase<Buffer, string>,
    private readonly log: LogTable,
    private readonly keys: Database<Buffer, string | Buffer>,
    private readonly facts: Database<string, string>,
    /** Whether it holds entries of format 1, which must be upgraded before anything else is done. */
    readonly needsUpgrade: boolean,
  ) {}

  /**
   * @param access `look`: reads only, beside the process that writes.
   * @throws DiskFormatError when a newer release wrote the file, or it is not whole; when it must be upgraded and `access` is `look`;
   * FillError Unfinished; StoreFileError.
   */
  static open(directory: string, access: 'write' | 'look' = 'write'): Disk {
    const file = join(directory, STORE_FILE);
    if (!usingFile(file, () => checkFile(file)) && access === 'look') throw neverStarted(directory);
    if (access === 'write') usingFile(file, () => createAllocated(`${file}-lock`, LOCK_TABLE_BYTES));
    const options: RootDatabaseOptions & { path: string; permissionsMode: number; noSubdir: boolean } = {
      path: file,
      noSubdir: true,
      permissionsMode: 0o600,
      encoding: 'binary',
      maxDbs: 3,
      mapSize: MAP_BYTES,
      // With overlapping sync a resolved promise would mean committed, and not yet on disk.
      overlappingSync: false,
      // Batches are made here. LMDB's own have a promise nobody sees, whose rejection would end the process on a full disk.
      eventTurnBatching: false,
      readOnly: access === 'look',
    };
    const root = usingFile(file, () => open<Buffer, string>(options));
    try {
      quietCommits(root);
      return usingFile(file, () => Disk.withTables(root, directory, access));
    } catch (error) {
      void root.close();
      throw error;
    }
  }

  private static withTables(root: RootDatabase<Buffer, string>, directory: string, access: 'write' | 'look'): Disk {
    const table = (name: string, keyEncoder: unknown) => {
      const tableOptions: DatabaseOptions & { keyEncoder: unknown } = { encoding: 'binary', keyEncoder };
      return root.openDB<Buffer, never>(name, tableOptions) as unknown;
    };
    // Undefined to who only looks, where nobody wrote yet.
    const facts = root.openDB<string, string>('facts', { encoding: 'string' }) as Database<string, string> | undefined;
    const format = checkFormat(directory, facts?.get(FORMAT_KEY), access, (first) => {
      if (access === 'look') throw neverStarted(directory);
      facts?.putSync(FORMAT_KEY, first);
    });
    return new Disk(
      root,
      table('log', revisionKeys) as LogTable,
      table('keys', byteKeys) as Database<Buffer, string | Buffer>,
      facts as Database<string, string>,
      format === 'old',
    );
  }

  /** The newest revision in the log; 0 when nothing was ever written. The last entry of the log is never trimmed. */
  lastRevision(transaction?: Transaction): Revision {
    for (const key of this.log.getKeys({ reverse: true, limit: 1, ...within(transaction) })) return key;
    return 0;
  }

  /** Where history starts; at the newest revision when that fact is damaged. */
  oldestRevision(): Revision {
    const text = this.facts.get(OLDEST_KEY);
    if (text === undefined) return 0;
    const fact = this.needsUpgrade ? Number(text) : decodeFact(text);
    return fact !== undefined && Number.isSafeInteger(fact) ? fact : this.lastRevision();
  }

  /** Up to which revision the entries of a file of format 1 were upgraded before a crash. */
  upgradedTo(): Revision {
    return decodeFact(this.facts.get(UPGRADED_KEY) ?? '') ?? 0;
  }

  /** What the newest entry says the index of keys holds; undefined when that entry is damaged. */
  notedTally(transaction?: Transaction): KeyTally | undefined {
    const newest = this.lastRevision(transaction);
    if (newest === 0) return EMPTY_TALLY;
    const entry = this.entry(newest, transaction);
    return entry && damageOf(entry, newest) === undefined ? tallyOf(entry) : undefined;
  }

  /** What the index of keys holds. Reads all of it. */
  countedTally(): KeyTally {
    let tally = EMPTY_TALLY;
    for (const { key, value } of this.keys.getRange({ start: FIRST_KEY }))
      tally = tallyAfter(tally, Buffer.from(key as string), value, 0);
    return tally;
  }

  /** What a key stands at; 0 when it is not there. HOT PATH (bench: create): one probe, nothing allocated. */
  revisionOf(key: string): Revision {
    const pointer = this.keys.getBinaryFast(key);
    return pointer === undefined ? 0 : decodePointer(pointer);
  }

  /** Undefined when the entry is not there, or damaged. */
  header(revision: Revision): EntryHeader | undefined {
    const entry = this.sound(revision);
    return entry && decodeHeader(entry);
  }

  /** What stood at `revision`, where that entry is an undamaged put. */
  readStored(revision: Revision): Stored | undefined {
    const entry = this.sound(revision);
    if (entry?.[0] !== EntryType.Put) return undefined;
    return { key: decodeKey(entry), value: ownCopy(valueOf(entry)), revision };
  }

  /**
   * The value of the entry that `key` points at. HOT PATH (bench: start): one checksum, and `keep` makes the one copy of the bytes.
   * @throws StorageError Corrupted when it is not there, damaged, or that of another key.
   */
  readValue(key: string, revision: Revision, keep: (bytes: Buffer) => Buffer, transaction?: Transaction): Buffer {
    const entry = this.entry(revision, transaction);
    const damage = entry === undefined ? 'the record is missing' : (damageOf(entry, revision) ?? misplaced(entry, key));
    if (entry === undefined || damage !== undefined) throw corrupted(key, damage ?? '', revision);
    return keep(valueOf(entry));
  }

  /** The value of a key with its revision, in memory of its own. @throws StorageError Corrupted. */
  readCurrent(key: string, revision: Revision): Stored {
    return { key, value: this.readValue(key, revision, ownCopy), revision };
  }

  /** Entries with `from` <= revision <= `to`, oldest first. @throws EntryDamage */
  *readLog(from: Revision, to: Revision): Generator<LogRecord> {
    for (const { key: revision, value: entry } of this.rawLog(from, to)) {
      const damage = damageOf(entry, revision);
      if (damage !== undefined) throw new EntryDamage(revision, damage);
      yield { ...decodeHeader(entry), key: decodeKey(entry), value: valueOf(entry), revision };
    }
  }

  /** The bytes of entries, unchecked. */
  rawLog(from: Revision, to: Revision): Iterable<{ key: Revision; value: Buffer }> {
    return this.log.getRange({ start: Math.max(from, FIRST_REVISION), end: to + 1 });
  }

  /** Keys under `prefix`, after the key `after` where that is given, in order, with the revision each stands at. */
  *readKeys(
    prefix: string,
    page: { after?: string; limit: number; transaction?: Transaction },
  ): Generator<[string, Revision]> {
    const range = prefixRange(prefix);
    if (!range) return;
    const options = {
      start: page.after ?? range.start,
      exclusiveStart: page.after !== undefined,
      ...(range.end && { end: range.end }),
      limit: page.limit,
      ...within(page.transaction),
    };
    for (const { key, value } of this.keys.getRange(options)) yield [key as string, decodePointer(value)];
  }

  /** A snapshot that later reads may be given; call `done()` on it soon, for it keeps old pages from being used again. */
  snapshot(): Transaction {
    return this.keys.useReadTransaction();
  }

  /** Makes the next reads see what was committed last. */
  refresh(): void {
    this.keys.resetReadTxn();
  }

  /** One transaction with everything that `write` puts, deletes and forgets; resolves when it is on disk. */
  async transaction(write: (changes: Changes) => void): Promise<void> {
    await this.root.batch(() => write(this.changes));
  }

  /** HOT PATH (bench: create). The promises of single changes say nothing: that of the transaction does. */
  private readonly changes: Changes = {
    put: (key, revision, entry) => {
      void this.keys.put(key, pointerOf(entry));
      void this.log.put(revision, entry);
    },
    delete: (key, revision, entry) => {
      void this.keys.remove(key);
      void this.log.put(revision, entry);
    },
    forget: (revisions, oldest) => {
      for (const revision of revisions) void this.log.remove(revision);
      void this.facts.put(OLDEST_KEY, encodeFact(oldest));
    },
    begin: () => void this.facts.put(FORMAT_KEY, UNFINISHED_FORMAT),
    hold: (revision, entry) => void this.log.put(revision, entry),
    finish: (oldest) => {
      void this.facts.put(OLDEST_KEY, encodeFact(oldest));
      void this.facts.put(FORMAT_KEY, String(DISK_FORMAT));
      void this.facts.remove(UPGRADED_KEY);
    },
    upgrade: (entries, upTo) => {
      for (const [revision, entry] of entries) void this.log.put(revision, entry);
      void this.facts.put(FORMAT_KEY, UPGRADING_FORMAT);
      void this.facts.put(UPGRADED_KEY, encodeFact(upTo));
    },
  };

  /** How much of the file is in use. */
  use(): FileUse {
    const { pageSize, lastPageNumber } = this.log.getStats() as FileStats;
    const usedPages = [this.log, this.keys, this.facts].reduce((sum, table) => sum + pagesOf(table.getStats()), 0);
    return { pageBytes: pageSize, filePages: lastPageNumber + 1, usedPages };
  }

  /** The same for what can still be written: pages that hold neither values nor trees nor the list of free pages. */
  space(): SpaceUse {
    const { pageBytes, filePages, usedPages } = this.use();
    const { free, root } = this.log.getStats() as FileStats;
    return {
      pageBytes,
      pages: filePages,
      freePages: filePages - usedPages - pagesOf(free) - pagesOf(root) - HEAD_PAGES,
    };
  }

  /** Writes a copy without free pages. */
  async copyTo(path: string): Promise<void> {
    await this.root.backup(path, true);
  }

  close(): Promise<void> {
    return this.root.close();
  }

  /** The bytes of an entry that is there and undamaged, in memory that the next read overwrites. */
  private sound(revision: Revision): Buffer | undefined {
    const entry = this.entry(revision);
    return entry && damageOf(entry, revision) === undefined ? entry : undefined;
  }

  /** The bytes of an entry, in memory that the next read overwrites. */
  private entry(revision: Revision, transaction?: Transaction): Buffer | undefined {
    const bytes: Uint8Array | undefined = this.log.getBinaryFast(revision, transaction && { transaction });
    // Large values may come as a view of the memory map instead of LMDB's read buffer.
    return bytes === undefined || Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Why an undamaged entry is not the value of `key`. */
function misplaced(entry: Buffer, key: string): string | undefined {
  if (entry[0] !== EntryType.Put) return 'the record is a delete';
  const own = decodeKey(entry);
  return own === key ? undefined : `the record is that of ${JSON.stringify(own)}`;
}

const within = (transaction: Transaction | undefined): { transaction?: Transaction } =>
  transaction ? { transaction } : {};
