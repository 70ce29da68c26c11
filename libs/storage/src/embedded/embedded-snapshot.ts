import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ReadOptions, Revision, Stored } from '../storage.js';
import type { StoreSnapshot } from '../store-snapshot.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { DamagedFileError } from './damaged-file.js';
import { DirectoryLock, DirectoryVisit } from './directory-lock.js';
import { Disk, STORE_FILE } from './disk.js';
import { SnapshotReader } from './snapshot-reader.js';
import { storeFileError, usingFile } from './store-file-error.js';

/** There is no store where one was expected. */
export class NoStoreError extends Error {
  override readonly name = 'NoStoreError';
}

export interface SnapshotAccess extends ReadOptions {
  /**
   * `shared`: another process may have the store open and go on writing; it is not blocked, but its file cannot reuse pages that the
   * snapshot still sees. `exclusive`: no other process can open the store until the snapshot is closed.
   */
  readonly access: 'shared' | 'exclusive';
}

/**
 * The embedded store in a directory as it is now, read without changing anything. Reads one transaction of LMDB, so what is read is one
 * moment however long reading takes, and memory holds a page of it.
 * @throws NoStoreError; StorageError Locked (`exclusive`: while another process has it; `shared`: while a server that starts makes the file smaller);
 * DiskFormatError; FillError Unfinished; DamagedFileError; StoreFileError, from reads too.
 */
export async function openEmbeddedSnapshot(
  directory: string,
  { access, ...options }: SnapshotAccess,
): Promise<StoreSnapshot> {
  const file = join(directory, STORE_FILE);
  if (!existsSync(file)) throw new NoStoreError(`there is no store in ${directory}`);
  const leave = access === 'exclusive' ? own(directory) : visit(directory);
  try {
    await checkUnlessWritten(file);
    return new EmbeddedSnapshot(file, Disk.open(directory, 'look'), leave, options);
  } catch (err) {
    await leave();
    throw err;
  }
}

/**
 * Checks the structure of a file, which LMDB believes. One that a server writes meanwhile cannot be judged, and was checked at the start of that.
 * @throws DamagedFileError
 */
async function checkUnlessWritten(file: string): Promise<void> {
  const head = usingFile(file, () => checkFile(file));
  if (!head) return;
  try {
    await checkStructure(file, head);
  } catch (error) {
    const commits = checkFile(file)?.commits;
    // A commit never writes over pages of the one before it.
    const isWritten = commits?.some((commit, n) => commit !== head.commits[n]);
    if (!(error instanceof DamagedFileError && isWritten)) throw error;
  }
}

function own(directory: string): () => Promise<void> {
  const lock = DirectoryLock.take(directory);
  return () => lock.release();
}

function visit(directory: string): () => Promise<void> {
  const entered = DirectoryVisit.enter(directory);
  return () => entered.leave();
}

class EmbeddedSnapshot implements StoreSnapshot {
  readonly revision: Revision;
  readonly items: AsyncIterable<Stored>;
  private readonly snapshot: ReturnType<Disk['snapshot']>;
  private isClosed = false;

  constructor(
    private readonly file: string,
    private readonly disk: Disk,
    private readonly leave: () => Promise<void>,
    options: ReadOptions,
  ) {
    this.snapshot = disk.snapshot();
    this.revision = disk.lastRevision(this.snapshot);
    const reader = new SnapshotReader(disk, () => {
      if (this.isClosed) throw new Error('the snapshot was closed');
    });
    this.items = this.withClearErrors(reader.stream(this.snapshot, options));
  }

  private async *withClearErrors(items: AsyncIterable<Stored>): AsyncGenerator<Stored> {
    try {
      yield* items;
    } catch (error) {
      throw storeFileError(this.file, error);
    }
  }

  async get(key: string): Promise<Stored | undefined> {
    const revision = this.disk.revisionOf(key);
    return revision === 0 ? undefined : this.disk.readCurrent(key, revision);
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
    await this.leave();
  }
}
