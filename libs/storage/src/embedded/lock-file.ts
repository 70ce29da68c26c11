import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { open, type RootDatabase, type Transaction } from 'lmdb';

import { StorageError } from '../storage-error.js';
import { AllocatedTail } from './allocated-file.js';
import { prepareToOpen } from './before-open.js';
import { checkLockFile } from './check-lock-file.js';
import { DiskFormatError } from './disk-format.js';
import { StoreFileError, usingFile } from './store-file-error.js';

const LOCK_FILE = 'lock.mdb';
/** More than its maximum size. */
const ALLOCATED_BYTES = 64 * 1_024;
/** A line of LMDB's reader table starts with the process id. */
const READER_LINE = /^\s*(\d+)\s/gm;

/** What LMDB's types omit. */
interface TransactionFacts {
  /** Number of the running write transaction: that of the commit it is based on, plus one. */
  getWriteTxnId(): number;
  /** `lastTxnId`: number of the newest commit in the file. */
  getStats(): { readonly lastTxnId: number };
}

/** A transaction does not see the newest commit; nothing was decided. Opening the file again repairs that. */
export class OutdatedTransactionError extends Error {
  override readonly name = 'OutdatedTransactionError';

  constructor(directory: string) {
    super(`several processes open the data directory ${directory} at the same time: try again`);
  }
}

/**
 * A small LMDB file that coordinates the processes of a data directory. Each process that has it open is in its reader table, which is
 * reliable (each process there holds a file lock that the kernel releases when it exits), and its exclusive write transaction
 * serializes their decisions.
 */
export class LockFile {
  private constructor(
    /** The directory, symbolic links resolved. */
    readonly directory: string,
    private readonly file: RootDatabase<string, string>,
    private readonly presence: Transaction,
  ) {}

  /**
   * Opens the file and registers this process in its reader table, until `close`.
   * @throws StorageError Locked when the kernel refuses the registration; StoreFileError.
   */
  static enter(directory: string): LockFile {
    const path = realpathSync(directory);
    const options = { noSubdir: true, permissionsMode: 0o600, encoding: 'string' as const, overlappingSync: false };
    const name = join(path, LOCK_FILE);
    dropUnreadable(name);
    const file = usingFile(name, () => {
      prepareToOpen(name, 'write');
      return open<string, string>({ path: name, ...options });
    });
    try {
      allocate(name);
      file.get('');
      return new LockFile(path, file, file.useReadTransaction());
    } catch (cause) {
      void file.close();
      if (cause instanceof StoreFileError) throw cause;
      // The kernel refused the registration: a process of another container has the same process id. LMDB retries for ten seconds.
      throw locked(directory, `a process ${process.pid} of another container`, cause);
    }
  }

  /**
   * Runs `decide` in an exclusive write transaction; an exception rolls it back.
   * @throws OutdatedTransactionError
   */
  decide<T>(decide: () => T): T {
    return usingFile(join(this.directory, LOCK_FILE), () =>
      this.file.transactionSync(() => {
        this.assertNewest();
        this.file.readerCheck();
        return decide();
      }),
    );
  }

  /**
   * A process that opens the file writes the number of the commit it read before into the table that all processes share. When another
   * process committed in between, the next transaction would be based on an older commit and replace the newest one.
   */
  private assertNewest(): void {
    const facts = this.file as unknown as TransactionFacts;
    if (facts.getWriteTxnId() !== facts.getStats().lastTxnId + 1) throw new OutdatedTransactionError(this.directory);
  }

  /** The process recorded under `role`, if it is still running. Inside `decide`. */
  present(role: string): number | undefined {
    const pid = Number(this.file.get(role));
    return this.processes().has(pid) ? pid : undefined;
  }

  /** All processes that have the file open, including this one. */
  private processes(): ReadonlySet<number> {
    return new Set([...this.file.readerList().matchAll(READER_LINE)].map((line) => Number(line[1])));
  }

  /** Records this process under `role`. Inside `decide`. */
  note(role: string): void {
    this.file.putSync(role, String(process.pid));
  }

  async close(): Promise<void> {
    this.presence.done();
    await this.file.close();
  }
}

/** Preallocates the lock file: LMDB never writes pages in place, so its first transactions extend it, which fails on a full disk. */
function allocate(path: string): void {
  const tail = usingFile(path, () => AllocatedTail.open(path));
  try {
    tail.appendNow(Math.max(0, ALLOCATED_BYTES - tail.bytes));
  } catch {
    // The file may be long enough anyway; a transaction that needs more reports the error.
  } finally {
    tail.close();
  }
}

/** Removes a lock file that is not an LMDB file: opening it would end the process. No process can have it open, and its content is not needed. */
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
