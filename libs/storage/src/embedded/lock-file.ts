import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { open, type RootDatabase, type Transaction } from 'lmdb';

import { StorageError } from '../storage-error.js';
import { checkFile } from './check-file.js';
import { DiskFormatError } from './disk-format.js';

const LOCK_FILE = 'lock.mdb';
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
   * @throws StorageError Locked when the kernel takes this process for another one there.
   */
  static enter(directory: string): LockFile {
    const path = realpathSync(directory);
    const options = { noSubdir: true, permissionsMode: 0o600, encoding: 'string' as const, overlappingSync: false };
    dropUnreadable(join(path, LOCK_FILE));
    const file = open<string, string>({ path: join(path, LOCK_FILE), ...options });
    try {
      file.get('');
      return new LockFile(path, file, file.useReadTransaction());
    } catch (cause) {
      void file.close();
      // The kernel refused our entry: a process of another container has the same id here. LMDB tries for ten seconds.
      throw locked(directory, `a process ${process.pid} of another container`, cause);
    }
  }

  /** Runs `decide` while no other process can be inside its own; what it throws undoes what it put. */
  decide<T>(decide: () => T): T {
    return this.file.transactionSync(() => {
      this.file.readerCheck();
      return decide();
    });
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

/** Opening a lock file that is not LMDB's would end the process. No process can have such a file open, and nothing in it is kept. */
function dropUnreadable(path: string): void {
  try {
    checkFile(path);
  } catch (error) {
    if (!(error instanceof DiskFormatError)) throw error;
    rmSync(path);
  }
}

export function locked(directory: string, who: string, cause?: unknown): StorageError {
  const message = `the data directory ${directory} is in use by ${who}: stop it first, or name another directory`;
  return new StorageError('Locked', directory, { message, cause });
}
