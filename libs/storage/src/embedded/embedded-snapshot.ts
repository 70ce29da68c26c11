import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ReadOptions, Revision, Stored } from '../storage.js';
import type { StoreSnapshot } from '../store-snapshot.js';
import { DirectoryLock, DirectoryVisit } from './directory-lock.js';
import { Disk, STORE_FILE } from './disk.js';
import { SnapshotReader } from './snapshot-reader.js';

/** There is no store where one was expected. */
export class NoStoreError extends Error {
  override readonly name = 'NoStoreError';
}

export interface SnapshotAccess extends ReadOptions {
  /**
   * `beside`: another process may have the store open and go on writing; it is not held up, only its file cannot use pages again that the
   * snapshot still sees. `alone`: nobody else opens the store until the snapshot is closed.
   */
  readonly access: 'beside' | 'alone';
}

/**
 * The embedded store in a directory as it is now, read without changing anything. Reads one transaction of LMDB, so what is read is one
 * moment however long reading takes, and memory holds a page of it.
 * @throws NoStoreError; StorageError Locked (`alone`: while another process has it; `beside`: while a server that starts makes the file smaller);
 * DiskFormatError; FillError Unfinished.
 */
export function openEmbeddedSnapshot(directory: string, { access, ...options }: SnapshotAccess): StoreSnapshot {
  if (!existsSync(join(directory, STORE_FILE))) throw new NoStoreError(`there is no store in ${directory}`);
  const leave = access === 'alone' ? own(directory) : visit(directory);
  try {
    return new EmbeddedSnapshot(Disk.open(directory, 'look'), leave, options);
  } catch (err) {
    void leave();
    throw err;
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
    private readonly disk: Disk,
    private readonly leave: () => Promise<void>,
    options: ReadOptions,
  ) {
    this.snapshot = disk.snapshot();
    this.revision = disk.lastRevision(this.snapshot);
    const reader = new SnapshotReader(disk, () => {
      if (this.isClosed) throw new Error('the snapshot was closed');
    });
    this.items = reader.stream(this.snapshot, options);
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
