import { realpathSync } from 'node:fs';

import { StorageError } from '../storage-error.js';
import { locked, LockFile } from './lock-file.js';

/** Roles in the lock file. */
const OWNER = 'owner-pid';
const REPLACER = 'replacer-pid';

/** Directories locked by this process: the lock file distinguishes processes, not two stores in one process. */
const held = new Set<string>();

/**
 * Exclusive lock of a data directory: `kill -9` leaves no stale lock, and a reused process id or one of another container is not
 * mistaken for the owner.
 */
export class DirectoryLock {
  private constructor(private readonly file: LockFile) {}

  /** @throws StorageError Locked, with the process that holds the directory. */
  static acquire(directory: string): DirectoryLock {
    if (held.has(realpathSync(directory))) throw locked(directory, 'this process');
    const file = LockFile.enter(directory);
    try {
      file.decide(() => {
        const owner = file.present(OWNER);
        if (owner !== undefined && owner !== process.pid) throw locked(directory, `process ${owner}`);
        file.note(OWNER);
      });
      held.add(file.directory);
      return new DirectoryLock(file);
    } catch (err) {
      void file.close();
      throw err;
    }
  }

  /**
   * Runs `replace`, which replaces the store file, unless another process has it open: a reader of the old file would share the
   * reader table with the new one, with transaction ids of another file. Meanwhile new readers are rejected.
   */
  async withoutReaders(replace: () => Promise<void>): Promise<void> {
    const isAlone = this.file.decide(() => {
      const alone = this.file.processes().size <= 1;
      if (alone) this.file.note(REPLACER);
      return alone;
    });
    if (!isAlone) return;
    try {
      await replace();
    } finally {
      this.file.decide(() => this.file.clear(REPLACER));
    }
  }

  async release(): Promise<void> {
    held.delete(this.file.directory);
    await this.file.close();
  }
}

/** Shared lock of a data directory, for reading the store while its owner may be running. */
export class DirectoryReaderLock {
  private constructor(private readonly file: LockFile) {}

  /** @throws StorageError Locked while a starting server replaces its file by a compact copy, or when this process is the owner. */
  static acquire(directory: string): DirectoryReaderLock {
    if (held.has(realpathSync(directory))) throw locked(directory, 'this process');
    const file = LockFile.enter(directory);
    try {
      file.decide(() => {
        const replacer = file.present(REPLACER);
        if (replacer !== undefined && replacer !== process.pid) throw replacing(directory, replacer);
        // A former owner had our process id: the next server must not mistake this process for the owner.
        if (file.present(OWNER) === process.pid) file.clear(OWNER);
      });
      return new DirectoryReaderLock(file);
    } catch (err) {
      void file.close();
      throw err;
    }
  }

  release(): Promise<void> {
    return this.file.close();
  }
}

const replacing = (directory: string, pid: number): StorageError =>
  new StorageError('Locked', directory, {
    message: `process ${pid} is starting on the data directory ${directory} and compacts its file: try again in a moment`,
  });
