import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { open, type RootDatabase, type Transaction } from 'lmdb';

import { StorageError } from '../storage-error.js';

const LOCK_FILE = 'lock.mdb';
const OWNER_KEY = 'owner-pid';
/** A line of LMDB's reader table starts with the process id. */
const READER_LINE = /^\s*(\d+)\s/gm;

/** Directories this process holds: LMDB's reader table tells processes apart, not two stores in one of them. */
const held = new Set<string>();

/**
 * Makes a data directory belong to one process. A small LMDB file of its own serves as the lock: who has it open stands in its
 * reader table, which is true to the kernel (each process there holds a file lock that ends with it, however it ends), and its
 * write transaction, which no two processes can be in, decides between two that start at once. So nothing stale is left by
 * `kill -9`, and neither a process id given to another program nor one of another container is taken for the owner.
 */
export class DirectoryLock {
  private constructor(
    private readonly path: string,
    private readonly file: RootDatabase<string, string>,
    private readonly presence: Transaction,
  ) {}

  /** @throws StorageError Locked, with the process that holds the directory. */
  static take(directory: string): DirectoryLock {
    const path = realpathSync(directory);
    if (held.has(path)) throw locked(directory, process.pid);
    const options = { noSubdir: true, permissionsMode: 0o600, encoding: 'string' as const, overlappingSync: false };
    const file = open<string, string>({ path: join(path, LOCK_FILE), ...options });
    try {
      const presence = present(directory, file);
      file.transactionSync(() => {
        file.readerCheck();
        const owner = Number(file.get(OWNER_KEY));
        if (owner !== process.pid && presentIn(file.readerList()).has(owner)) throw locked(directory, owner);
        file.putSync(OWNER_KEY, String(process.pid));
      });
      held.add(path);
      return new DirectoryLock(path, file, presence);
    } catch (err) {
      void file.close();
      throw err;
    }
  }

  async release(): Promise<void> {
    held.delete(this.path);
    this.presence.done();
    await this.file.close();
  }
}

/** Enters this process into the reader table, for as long as the transaction is not done. */
function present(directory: string, file: RootDatabase<string, string>): Transaction {
  try {
    file.get(OWNER_KEY);
    return file.useReadTransaction();
  } catch (cause) {
    // The kernel refused our entry: a process of another container has the same id here. LMDB tries for ten seconds.
    throw locked(directory, process.pid, cause);
  }
}

const presentIn = (readers: string): Set<number> =>
  new Set([...readers.matchAll(READER_LINE)].map((line) => Number(line[1])));

function locked(directory: string, pid: number, cause?: unknown): StorageError {
  const who =
    cause !== undefined
      ? `a process ${pid} of another container`
      : pid === process.pid
        ? 'this process'
        : `process ${pid}`;
  const message = `the data directory ${directory} is in use by ${who}: stop it first, or name another directory`;
  return new StorageError('Locked', directory, { message, cause });
}
