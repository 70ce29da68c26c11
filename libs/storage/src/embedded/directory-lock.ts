import { realpathSync } from 'node:fs';

import { StorageError } from '../storage-error.js';
import { locked, LockFile } from './lock-file.js';

/** Roles in the lock file. */
const OWNER = 'owner-pid';
const REPLACER = 'replacer-pid';

/** Directories this process holds: the lock file tells processes apart, not two stores in one of them. */
const held = new Set<string>();

/**
 * Makes a data directory belong to one process: nothing stale is left by `kill -9`, and neither a process id given to another
 * program nor one of another container is taken for the owner.
 */
export class DirectoryLock {
  private constructor(private readonly file: LockFile) {}

  /** @throws StorageError Locked, with the process that holds the directory. */
  static take(directory: string): DirectoryLock {
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
   * Lets `replace` put another file in the place of the store's, unless somebody is looking at it: who has the old file open would share
   * its table of readers with the new one, and LMDB would go by numbers that are not its own. Nobody begins to look meanwhile.
   */
  async whileNobodyLooks(replace: () => Promise<void>): Promise<void> {
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

/** Stands in a directory beside its owner, if it has one, to look at the store. */
export class DirectoryVisit {
  private constructor(private readonly file: LockFile) {}

  /** @throws StorageError Locked while a server that starts puts a smaller copy in the place of its file; when this process is the owner. */
  static enter(directory: string): DirectoryVisit {
    if (held.has(realpathSync(directory))) throw locked(directory, 'this process');
    const file = LockFile.enter(directory);
    try {
      file.decide(() => {
        const replacer = file.present(REPLACER);
        if (replacer !== undefined && replacer !== process.pid) throw replacing(directory, replacer);
        // A number the system gave to an owner before, and now to us: the next server must not take us for it.
        if (file.present(OWNER) === process.pid) file.clear(OWNER);
      });
      return new DirectoryVisit(file);
    } catch (err) {
      void file.close();
      throw err;
    }
  }

  leave(): Promise<void> {
    return this.file.close();
  }
}

const replacing = (directory: string, pid: number): StorageError =>
  new StorageError('Locked', directory, {
    message: `process ${pid} is starting on the data directory ${directory} and makes its file smaller: try again in a moment`,
  });
