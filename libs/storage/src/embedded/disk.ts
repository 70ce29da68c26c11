import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type Database,
  type DatabaseOptions,
  open,
  type RootDatabase,
  type RootDatabaseOptions,
  type Transaction,
} from 'lmdb';

import type { Revision, Stored } from '../storage.js';
import { checkFile } from './check-file.js';
import type { FileUse } from './compact-file.js';
import { checkFormat, DISK_FORMAT, DiskFormatError, FORMAT_KEY, UNFINISHED_FORMAT } from './disk-format.js';
import { byteKeys, revisionKeys } from './key-encoders.js';
import { prefixRange } from './key-bytes.js';
import {
  decodeHeader,
  decodeKey,
  decodePointer,
  type EntryHeader,
  EntryType,
  HEADER_BYTES,
  pointerOf,
  valueStartOf,
} from './log-entry.js';

/** The file that holds everything, inside the data directory. */
export const STORE_FILE = 'store.mdb';

/**
 * Address space to reserve, so that the map never moves while it is read: 1 TiB costs nothing until it is used, and the file
 * is as long as what was written.
 */
const MAP_BYTES = 2 ** 40;
const OLDEST_KEY = 'oldest-revision';
const FIRST_REVISION = 1;

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
  readonly pageSize: number;
  readonly lastPageNumber: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
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
  ) {}

  /**
   * @param access `look`: reads only, beside the process that writes.
   * @throws DiskFormatError when a newer release wrote the file, or it is not whole; FillError Unfinished.
   */
  static open(directory: string, access: 'write' | 'look' = 'write'): Disk {
    const file = join(directory, STORE_FILE);
    if (!checkFile(file) && access === 'look') throw neverStarted(directory);
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
    const root = open<Buffer, string>(options);
    const table = (name: string, keyEncoder: unknown) => {
      const tableOptions: DatabaseOptions & { keyEncoder: unknown } = { encoding: 'binary', keyEncoder };
      return root.openDB<Buffer, never>(name, tableOptions) as unknown;
    };
    // Undefined to who only looks, where nobody wrote yet.
    const facts = root.openDB<string, string>('facts', { encoding: 'string' }) as Database<string, string> | undefined;
    checkFormat(directory, facts?.get(FORMAT_KEY), (format) => {
      if (access === 'look') throw neverStarted(directory);
      facts?.putSync(FORMAT_KEY, format);
    });
    return new Disk(
      root,
      table('log', revisionKeys) as LogTable,
      table('keys', byteKeys) as Database<Buffer, string | Buffer>,
      facts as Database<string, string>,
    );
  }

  /** The newest revision in the log; 0 when nothing was ever written. The last entry of the log is never trimmed. */
  lastRevision(transaction?: Transaction): Revision {
    for (const key of this.log.getKeys({ reverse: true, limit: 1, ...within(transaction) })) return key;
    return 0;
  }

  oldestRevision(): Revision {
    return Number(this.facts.get(OLDEST_KEY) ?? 0);
  }

  /** What a key stands at; 0 when it is not there. HOT PATH (bench: storage-writes): one probe, nothing allocated. */
  revisionOf(key: string): Revision {
    const pointer = this.keys.getBinaryFast(key);
    return pointer === undefined ? 0 : decodePointer(pointer);
  }

  header(revision: Revision): EntryHeader | undefined {
    const entry = this.entry(revision);
    return entry && decodeHeader(entry);
  }

  /** HOT PATH (bench: storage-open): one copy of the value, in memory of its own. */
  read(revision: Revision, transaction?: Transaction): LogRecord | undefined {
    const entry = this.entry(revision, transaction);
    if (entry === undefined) return undefined;
    const header = decodeHeader(entry);
    const valueStart = HEADER_BYTES + header.keyBytes;
    const value = Buffer.allocUnsafeSlow(entry.length - valueStart);
    value.set(entry.subarray(valueStart, entry.length));
    return { ...header, key: decodeKey(entry, header), value, revision };
  }

  /** What stood at `revision`, where that entry is a put. */
  readStored(revision: Revision, transaction?: Transaction): Stored | undefined {
    const record = this.read(revision, transaction);
    return record?.type === EntryType.Put ? { key: record.key, value: record.value, revision } : undefined;
  }

  /**
   * The value of the entry that a key points at. HOT PATH (bench: storage-open): `keep` makes the one copy of the bytes, nothing
   * else is decoded.
   */
  readValue(revision: Revision, keep: (bytes: Buffer) => Buffer, transaction?: Transaction): Buffer | undefined {
    const entry = this.entry(revision, transaction);
    return entry && keep(entry.subarray(valueStartOf(entry), entry.length));
  }

  /** Entries with `from` <= revision <= `to`, oldest first. */
  *readLog(from: Revision, to: Revision): Generator<LogRecord> {
    for (const { key, value } of this.log.getRange({ start: Math.max(from, FIRST_REVISION), end: to + 1 })) {
      const header = decodeHeader(value);
      const text = decodeKey(value, header);
      yield { ...header, key: text, value: value.subarray(HEADER_BYTES + header.keyBytes), revision: key };
    }
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

  /** HOT PATH (bench: storage-writes). The promises of single changes say nothing: that of the transaction does. */
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
      void this.facts.put(OLDEST_KEY, String(oldest));
    },
    begin: () => void this.facts.put(FORMAT_KEY, UNFINISHED_FORMAT),
    hold: (revision, entry) => void this.log.put(revision, entry),
    finish: (oldest) => {
      void this.facts.put(OLDEST_KEY, String(oldest));
      void this.facts.put(FORMAT_KEY, String(DISK_FORMAT));
    },
  };

  /** How much of the file is in use. */
  use(): FileUse {
    let usedPages = 0;
    for (const table of [this.log, this.keys, this.facts]) {
      const stats = table.getStats() as TableStats;
      usedPages += stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages;
    }
    const { pageSize, lastPageNumber } = this.log.getStats() as TableStats;
    return { pageBytes: pageSize, filePages: lastPageNumber + 1, usedPages };
  }

  /** Writes a copy without free pages. */
  async copyTo(path: string): Promise<void> {
    await this.root.backup(path, true);
    await chmod(path, 0o600);
  }

  close(): Promise<void> {
    return this.root.close();
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

const within = (transaction: Transaction | undefined): { transaction?: Transaction } =>
  transaction ? { transaction } : {};
