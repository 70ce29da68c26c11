import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { open, type RootDatabase, type Transaction } from 'lmdb';

import { StorageError } from '../storage-error.js';
import { AllocatedTail, createAllocated, LOCK_TABLE_BYTES } from './allocated-file.js';
import { checkLockFile } from './check-lock-file.js';
import { DiskFormatError } from './disk-format.js';
import { StoreFileError, usingFile } from './store-file-error.js';

const LOCK_FILE = 'lock.mdb';
/** More than it ever holds. */
const ALLOCATED_BYTES = 64 * 1_024;
/** A line of LMDB's reader table starts with the process id. */
const READER_LINE = /^\s*(\d+)\s/gm;

/**
 * The small LMDB file by which processes that use one data directory know of each other. Whoever has it open stands in its reader table, which is
 * true to the kernel (each process there holds a file lock that ends with it, however it ends), and its write transaction, which no
 * two processes can be in, decides between those that come at once.
 */
export class LockFile {
  private constructor(
    /** The directory, links resolved. */
    readonly directory: string,
    private readonly file: RootDatabase<string, string>,
    private readonly presence: Transaction,
  ) {}

  /**
   * Opens it and enters this process into its reader table, until `close`.
   * @throws StorageError Locked when the kernel takes this process for another one there; StoreFileError.
   */
  static enter(directory: string): LockFile {
    const path = realpathSync(directory);
    const options = { noSubdir: true, permissionsMode: 0o600, encoding: 'string' as const, overlappingSync: false };
    const name = join(path, LOCK_FILE);
    dropUnreadable(name);
    const file = usingFile(name, () => {
      createAllocated(`${name}-lock`, LOCK_TABLE_BYTES);
      return open<string, string>({ path: name, ...options });
    });
    try {
      allocate(name);
      file.get('');
      return new LockFile(path, file, file.useReadTransaction());
    } catch (cause) {
      void file.close();
      if (cause instanceof StoreFileError) throw cause;
      // The kernel refused our entry: a process of another container has the same id here. LMDB tries for ten seconds.
      throw locked(directory, `a process ${process.pid} of another container`, cause);
    }
  }

  /** Runs `decide` while no other process can be inside its own; what it throws undoes what it put. */
  decide<T>(decide: () => T): T {
    return usingFile(join(this.directory, LOCK_FILE), () =>
      this.file.transactionSync(() => {
        this.file.readerCheck();
        return decide();
      }),
    );
  }

  /** The process noted under `role`, where it still is one that is here. Inside `decide`. */
  present(role: string): number | undefined {
    const pid = Number(this.file.get(role));
    return this.processes().has(pid) ? pid : undefined;
  }

  /** Every process that has the file open now, this one too. Inside `decide`. */
  processes(): ReadonlySet<number> {
    return new Set([...this.file.readerList().matchAll(READER_LINE)].map((line) => Number(line[1])));
  }

  /** Notes this process under `role`. Inside `decide`. */
  note(role: string): void {
    this.file.putSync(role, String(process.pid));
  }

  /** Inside `decide`. */
  clear(role: string): void {
    this.file.removeSync(role);
  }

  async close(): Promise<void> {
    this.presence.done();
    await this.file.close();
  }
}

/** Pages of LMDB are never written in place, so that the first transactions of a lock file make it longer: also on a disk that became full since. */
function allocate(path: string): void {
  const tail = usingFile(path, () => AllocatedTail.open(path));
  try {
    tail.appendNow(Math.max(0, ALLOCATED_BYTES - tail.bytes));
  } catch {
    // It may be long enough all the same; what needs more says so.
  } finally {
    tail.close();
  }
}

/** Opening a lock file that is not LMDB's would end the process. No process can have such a file open, and nothing in it is kept. */
function dropUnreadable(path: string): void {
  try {
    usingFile(path, () => checkLockFile(path));
  } catch (error) {
    if (!(error instanceof DiskFormatError)) throw error;
    rmSync(path);
  }
}

export function locked(directory: string, who: string, cause?: unknown): StorageError {
  const message = `the data directory ${directory} is in use by ${who}: stop it first, or name another directory`;
  return new StorageError('Locked', directory, { message, cause });
}
