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
import { prepareToOpen } from './before-open.js';
import { checkFile } from './check-file.js';
import type { FileUse } from './compact-file.js';
import { decodeFact, encodeFact } from './disk-fact.js';
import {
  checkFormat,
  DISK_FORMAT,
  type DiskAccess,
  DiskFormatError,
  FORMAT_KEY,
  unfinishedDirectory,
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

/** The database file inside the data directory. */
export const STORE_FILE = 'store.mdb';

/**
 * Reserved address space, so that the map never moves during reads: 1 TiB costs nothing until used, and the file
 * only grows by writes.
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

/** `getBinaryFast` accepts a transaction too; LMDB's types omit that. */
interface LogTable extends Database<Buffer, Revision> {
  getBinaryFast(id: Revision, options?: { transaction: Transaction }): Buffer | undefined;
}

/** The part of LMDB's untyped statistics used here. */
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

/** The two meta pages. */
const HEAD_PAGES = 2;

function pagesOf(stats: unknown): number {
  const { treeBranchPageCount, treeLeafPageCount, overflowPages } = stats as TableStats;
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}

/** Operations inside a transaction. */
export interface Changes {
  put(key: string, revision: Revision, entry: Buffer): void;
  delete(key: string, revision: Revision, entry: Buffer): void;
  /** Removes old entries; history starts after `oldest` then. */
  trim(revisions: readonly Revision[], oldest: Revision): void;
  /** Marks the file as incomplete until `finish`; it cannot be opened meanwhile. */
  begin(): void;
  /** An entry without a key: records the newest revision when no item has it. */
  putPlaceholder(revision: Revision, entry: Buffer): void;
  /** Marks the file as complete; history starts after `oldest`. */
  finish(oldest: Revision): void;
  /** Replaces entries of format 1 by entries of the newest format, up to `upTo`. No release opens the file until `finish`. */
  upgrade(entries: readonly (readonly [Revision, Buffer])[], upTo: Revision): void;
}

const neverStarted = (directory: string) => new DiskFormatError(`the store in ${directory} was never started`);

/**
 * The LMDB file and its three tables: `log` (revision to entry), `keys` (key to the revision of its entry), `facts` (format,
 * oldest revision). Reads are synchronous from the memory map; all reads of one turn of the event loop see one snapshot
 * unless a commit ended in between. Writes use transactions.
 */
export class Disk {
  private constructor(
    private readonly root: RootDatabase<Buffer, string>,
    private readonly log: LogTable,
    private readonly keys: Database<Buffer, string | Buffer>,
    private readonly facts: Database<string, string>,
    /** Whether it has entries of format 1, which must be upgraded first. */
    readonly needsUpgrade: boolean,
  ) {}

  /**
   * @param file the file; a reader of a store that another process writes names a link to it, so that LMDB makes another lock table.
   * @throws DiskFormatError when a newer release wrote the file, or it is truncated; when it must be upgraded and `access` is `read`;
   * FillError Unfinished; StoreFileError.
   */
  static open(directory: string, access: DiskAccess = 'write', file = join(directory, STORE_FILE)): Disk {
    if (!usingFile(file, () => checkFile(file)) && access === 'read') throw neverStarted(directory);
    usingFile(file, () => prepareToOpen(file, access === 'read' ? 'read' : 'write'));
    const options: RootDatabaseOptions & { path: string; permissionsMode: number; noSubdir: boolean } = {
      path: file,
      noSubdir: true,
      permissionsMode: 0o600,
      encoding: 'binary',
      maxDbs: 3,
      mapSize: MAP_BYTES,
      // With overlapping sync a commit would resolve before it is on disk.
      overlappingSync: false,
      // Batching is done here. LMDB's own batches have an inaccessible promise, whose rejection would end the process on a full disk.
      eventTurnBatching: false,
      readOnly: access === 'read',
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

  private static withTables(root: RootDatabase<Buffer, string>, directory: string, access: DiskAccess): Disk {
    const table = (name: string, keyEncoder: unknown) => {
      const tableOptions: DatabaseOptions & { keyEncoder: unknown } = { encoding: 'binary', keyEncoder };
      return root.openDB<Buffer, never>(name, tableOptions) as unknown;
    };
    // Undefined for read access before the first write.
    const facts = root.openDB<string, string>('facts', { encoding: 'string' }) as Database<string, string> | undefined;
    const format = checkFormat(directory, facts?.get(FORMAT_KEY), access, (first) => {
      if (access === 'read') throw neverStarted(directory);
      facts?.putSync(FORMAT_KEY, first);
    });
    const disk = new Disk(
      root,
      table('log', revisionKeys) as LogTable,
      table('keys', byteKeys) as Database<Buffer, string | Buffer>,
      facts as Database<string, string>,
      format === 'old',
    );
    if (access !== 'fill') return disk;
    const isEmpty = disk.lastRevision() === 0;
    if (format === 'unfinished' && !isEmpty) throw unfinishedDirectory(directory);
    if (format === 'current' && isEmpty) facts?.putSync(FORMAT_KEY, UNFINISHED_FORMAT);
    return disk;
  }

  /** The newest revision in the log; 0 before the first write. The last entry of the log is never trimmed. */
  lastRevision(transaction?: Transaction): Revision {
    for (const key of this.log.getKeys({ reverse: true, limit: 1, ...within(transaction) })) return key;
    return 0;
  }

  /** Start of history; the newest revision when that fact is damaged. */
  oldestRevision(): Revision {
    const text = this.facts.get(OLDEST_KEY);
    if (text === undefined) return 0;
    const fact = this.needsUpgrade ? Number(text) : decodeFact(text);
    return fact !== undefined && Number.isSafeInteger(fact) ? fact : this.lastRevision();
  }

  /** Last revision whose entry was upgraded from format 1 before a crash. */
  upgradedTo(): Revision {
    return decodeFact(this.facts.get(UPGRADED_KEY) ?? '') ?? 0;
  }

  /** The tally of the index of keys recorded in the newest entry; undefined when that entry is damaged. */
  notedTally(transaction?: Transaction): KeyTally | undefined {
    const newest = this.lastRevision(transaction);
    if (newest === 0) return EMPTY_TALLY;
    const entry = this.entry(newest, transaction);
    return entry && damageOf(entry, newest) === undefined ? tallyOf(entry) : undefined;
  }

  /** The tally of the index of keys. Reads all of it. */
  countedTally(): KeyTally {
    let tally = EMPTY_TALLY;
    for (const { key, value } of this.keys.getRange({ start: FIRST_KEY }))
      tally = tallyAfter(tally, Buffer.from(key as string), value, 0);
    return tally;
  }

  /** The current revision of a key; 0 when it does not exist. HOT PATH (bench: create): one probe, nothing allocated. */
  revisionOf(key: string): Revision {
    const pointer = this.keys.getBinaryFast(key);
    return pointer === undefined ? 0 : decodePointer(pointer);
  }

  /** Undefined when the entry is missing or damaged. */
  header(revision: Revision): EntryHeader | undefined {
    const entry = this.undamagedEntry(revision);
    return entry && decodeHeader(entry);
  }

  /** The stored value at `revision`, when that entry is an undamaged put. */
  readStored(revision: Revision): Stored | undefined {
    const entry = this.undamagedEntry(revision);
    if (entry?.[0] !== EntryType.Put) return undefined;
    return { key: decodeKey(entry), value: ownCopy(valueOf(entry)), revision };
  }

  /**
   * The value of the entry that `key` points at. HOT PATH (bench: start): one checksum, and `keep` makes the only copy of the bytes.
   * @throws StorageError Corrupted when it is missing, damaged, or of another key.
   */
  readValue(key: string, revision: Revision, keep: (bytes: Buffer) => Buffer, transaction?: Transaction): Buffer {
    const entry = this.entry(revision, transaction);
    const damage = entry === undefined ? 'the record is missing' : (damageOf(entry, revision) ?? misplaced(entry, key));
    if (entry === undefined || damage !== undefined) throw corrupted(key, damage ?? '', revision);
    return keep(valueOf(entry));
  }

  /** The value of a key with its revision, as a copy. @throws StorageError Corrupted. */
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

  /** Keys under `prefix`, after the key `after` if given, in order, with their current revisions. */
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

  /** The first key that is `start` or after it, as bytes; undefined when there is none. */
  keyFrom(start: Buffer, transaction: Transaction): Buffer | undefined {
    for (const key of this.keys.getKeys({ start, limit: 1, ...within(transaction) })) return Buffer.from(key as string);
    return undefined;
  }

  /** A read transaction for later reads; call `done()` soon, because it prevents LMDB from reusing old pages. */
  snapshot(): Transaction {
    return this.keys.useReadTransaction();
  }

  /** Makes later reads see the latest commit. */
  refresh(): void {
    this.keys.resetReadTxn();
  }

  /** Runs one transaction with the changes of `write`; resolves when it is on disk. */
  async transaction(write: (changes: Changes) => void): Promise<void> {
    await this.root.batch(() => write(this.changes));
  }

  /** HOT PATH (bench: create). The promises of single changes are ignored: the transaction reports failures. */
  private readonly changes: Changes = {
    put: (key, revision, entry) => {
      void this.keys.put(key, pointerOf(entry));
      void this.log.put(revision, entry);
    },
    delete: (key, revision, entry) => {
      void this.keys.remove(key);
      void this.log.put(revision, entry);
    },
    trim: (revisions, oldest) => {
      for (const revision of revisions) void this.log.remove(revision);
      void this.facts.put(OLDEST_KEY, encodeFact(oldest));
    },
    begin: () => void this.facts.put(FORMAT_KEY, UNFINISHED_FORMAT),
    putPlaceholder: (revision, entry) => void this.log.put(revision, entry),
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

  /** Page usage of the file. */
  use(): FileUse {
    const { pageSize, lastPageNumber } = this.log.getStats() as FileStats;
    const usedPages = [this.log, this.keys, this.facts].reduce((sum, table) => sum + pagesOf(table.getStats()), 0);
    return { pageBytes: pageSize, filePages: lastPageNumber + 1, usedPages };
  }

  /** Size of the file, without what is allocated behind its last page. */
  fileBytes(): number {
    const { pageSize, lastPageNumber } = this.log.getStats() as FileStats;
    return (lastPageNumber + 1) * pageSize;
  }

  /** Free space of the file: pages without values, trees or the free list. */
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

  /** The bytes of an existing, undamaged entry, in memory that the next read overwrites. */
  private undamagedEntry(revision: Revision): Buffer | undefined {
    const entry = this.entry(revision);
    return entry && damageOf(entry, revision) === undefined ? entry : undefined;
  }

  /** The bytes of an entry, in memory that the next read overwrites. */
  private entry(revision: Revision, transaction?: Transaction): Buffer | undefined {
    const bytes: Uint8Array | undefined = this.log.getBinaryFast(revision, transaction && { transaction });
    // LMDB may return large values as a view of the memory map instead of its read buffer.
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

/** Why an undamaged entry is not the value of `key`; undefined when it is. */
function misplaced(entry: Buffer, key: string): string | undefined {
  if (entry[0] !== EntryType.Put) return 'the record is a delete';
  const own = decodeKey(entry);
  return own === key ? undefined : `the record is that of ${JSON.stringify(own)}`;
}

const within = (transaction: Transaction | undefined): { transaction?: Transaction } =>
  transaction ? { transaction } : {};
