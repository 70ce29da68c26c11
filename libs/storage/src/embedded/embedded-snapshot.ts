import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ReadOptions, Revision, Stored } from '../storage.js';
import type { StoreSnapshot } from '../store-snapshot.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { DamagedFileError } from './damaged-file.js';
import { type Disk, STORE_FILE } from './disk.js';
import { ownAccess, type ReadRight, sharedAccess } from './read-right.js';
import { SnapshotReader } from './snapshot-reader.js';
import { storeFileError, usingFile } from './store-file-error.js';

/** There is no store in the directory. */
export class NoStoreError extends Error {
  override readonly name = 'NoStoreError';
}

export interface SnapshotAccess extends ReadOptions {
  /**
   * `exclusive`: no other process can open the store until the snapshot is closed. `shared`: the same when no process has the store open;
   * otherwise its owner continues to write, and only does not reuse pages of the snapshot.
   */
  readonly access: 'shared' | 'exclusive';
}

/**
 * A read-only snapshot of the embedded store in a directory. Uses one read transaction of LMDB, so the snapshot is consistent however
 * long reading takes, and memory holds one page.
 * @throws NoStoreError; StorageError Locked (`exclusive`: while another process has it; `shared`: while that process lets no other process read);
 * DiskFormatError; FillError Unfinished; DamagedFileError; StoreFileError, from reads too. StorageError Unavailable from reads when the owner ends meanwhile.
 */
export async function openEmbeddedSnapshot(
  directory: string,
  { access, ...options }: SnapshotAccess,
): Promise<StoreSnapshot> {
  const file = join(directory, STORE_FILE);
  if (!usingFile(file, () => statSync(file, { throwIfNoEntry: false })))
    throw new NoStoreError(`there is no store in ${directory}`);
  const right = access === 'exclusive' ? await ownAccess(directory) : await sharedAccess(directory);
  try {
    await checkUnlessWritten(file);
    return new EmbeddedSnapshot(file, right.openDisk(), right, options);
  } catch (err) {
    try {
      await assertStillKept(right);
    } finally {
      await right.release();
    }
    throw err;
  }
}

/** For an error of a read. The event loop has to see first that the owner ended: this process may have been suspended meanwhile. @throws StorageError Unavailable. */
async function assertStillKept(right: ReadRight): Promise<void> {
  // Two turns: the first one may end before it reads from sockets again.
  await nextTurn();
  await nextTurn();
  right.assertKept();
}

/**
 * Checks the structure of a file, which LMDB does not verify. A file that a server is writing cannot be checked; the server did so at its start.
 * @throws DamagedFileError
 */
async function checkUnlessWritten(file: string): Promise<void> {
  const head = usingFile(file, () => checkFile(file));
  if (!head) return;
  try {
    await checkStructure(file, head);
  } catch (error) {
    const commits = checkFile(file)?.commits;
    // A commit never overwrites pages of the previous one.
    const isWritten = commits?.some((commit, n) => commit !== head.commits[n]);
    if (!(error instanceof DamagedFileError && isWritten)) throw error;
  }
}

class EmbeddedSnapshot implements StoreSnapshot {
  readonly revision: Revision;
  readonly items: AsyncIterable<Stored>;
  private readonly snapshot: ReturnType<Disk['snapshot']>;
  private isClosed = false;

  constructor(
    private readonly file: string,
    private readonly disk: Disk,
    private readonly right: ReadRight,
    options: ReadOptions,
  ) {
    this.snapshot = disk.snapshot();
    this.revision = disk.lastRevision(this.snapshot);
    const reader = new SnapshotReader(disk, () => {
      if (this.isClosed) throw new Error('the snapshot was closed');
      this.right.assertKept();
    });
    this.items = this.withClearErrors(reader.stream(this.snapshot, options));
  }

  private async *withClearErrors(items: AsyncIterable<Stored>): AsyncGenerator<Stored> {
    try {
      yield* items;
    } catch (error) {
      throw await this.clearError(error);
    }
  }

  private async clearError(error: unknown): Promise<unknown> {
    await assertStillKept(this.right);
    return storeFileError(this.file, error);
  }

  async get(key: string): Promise<Stored | undefined> {
    try {
      const revision = this.disk.revisionOf(key);
      return revision === 0 ? undefined : this.disk.readCurrent(key, revision);
    } catch (error) {
      throw await this.clearError(error);
    }
  }

  async newestRevision(): Promise<Revision> {
    this.disk.refresh();
    return this.disk.lastRevision();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.snapshot.done();
    await this.disk.close();
    await this.right.release();
  }
}
