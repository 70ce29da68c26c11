import { realpathSync } from 'node:fs';

import { isServed } from './owner-connection.js';
import { locked, LockFile, OutdatedTransactionError } from './lock-file.js';

/** Role in the lock file. */
const OWNER = 'owner-pid';
/** Attempts to get a transaction that sees the newest commit of the lock file. */
const ATTEMPTS = 20;

/** Directories locked by this process: the lock file distinguishes processes, not two stores in one process. */
const held = new Set<string>();

/** @throws StorageError Locked when this process is the owner: LMDB opens a file once per process. */
export function assertNotOwn(directory: string): void {
  if (held.has(realpathSync(directory))) throw locked(directory, 'this process');
}

/**
 * Exclusive lock of a data directory: `kill -9` leaves no stale lock, and a reused process id or one of another container is not
 * mistaken for the owner.
 */
export class DirectoryLock {
  private constructor(private readonly file: LockFile) {}

  /** @throws StorageError Locked, with the process that holds the directory. */
  static async acquire(directory: string): Promise<DirectoryLock> {
    for (let attempt = 1; ; attempt++) {
      assertNotOwn(directory);
      const file = LockFile.enter(directory);
      try {
        file.decide(() => becomeOwner(file, directory));
        held.add(file.directory);
        // The lock files were removed while their owner runs: two processes would overwrite commits of each other.
        if (await isServed(file.directory)) throw locked(directory, 'a process whose lock files were removed');
        return new DirectoryLock(file);
      } catch (error) {
        held.delete(file.directory);
        await file.close();
        if (!(error instanceof OutdatedTransactionError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async release(): Promise<void> {
    held.delete(this.file.directory);
    await this.file.close();
  }
}

function becomeOwner(file: LockFile, directory: string): void {
  const owner = file.present(OWNER);
  if (owner !== undefined && owner !== process.pid) throw locked(directory, `process ${owner}`);
  file.note(OWNER);
}
