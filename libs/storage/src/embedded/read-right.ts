import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StorageError } from '../storage-error.js';
import { createAllocated, LOCK_TABLE_BYTES } from './allocated-file.js';
import { assertNotOwn, DirectoryLock } from './directory-lock.js';
import { Disk, STORE_FILE } from './disk.js';
import { OwnerConnection } from './owner-connection.js';
import { usingFile } from './store-file-error.js';

/** How long a starting owner may take to let other processes read. */
const OWNER_START_MS = 10_000;
const RETRY_MS = 50;

/** The right to read a store file: nothing overwrites the pages of its newest commit. */
export interface ReadRight {
  openDisk(): Disk;
  /** @throws StorageError Unavailable when pages may have been overwritten. */
  assertKept(): void;
  release(): Promise<void>;
}

/** No other process can open the store until it is released. @throws StorageError Locked. */
export async function ownAccess(directory: string): Promise<ReadRight> {
  const lock = await DirectoryLock.acquire(directory);
  return {
    openDisk: () => Disk.open(directory, 'read'),
    assertKept: () => undefined,
    release: () => lock.release(),
  };
}

/** Own access when no process has the store open, else the access its owner grants. @throws StorageError Locked when it grants none. */
export async function sharedAccess(directory: string): Promise<ReadRight> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      return await ownAccess(directory);
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'Locked')) throw error;
      assertNotOwn(directory);
      const owner = await OwnerConnection.open(directory);
      if (owner) return grantedAccess(owner, directory);
      if (waitedMs >= OWNER_START_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function grantedAccess(owner: OwnerConnection, directory: string): ReadRight {
  return {
    openDisk: () => openLinked(directory),
    assertKept: () => {
      if (owner.keepsPages) return;
      const message = `the process that has ${directory} open ended while its store was read: try again`;
      throw new StorageError('Unavailable', '', { message });
    },
    release: async () => owner.close(),
  };
}

/** Opens the file by a link elsewhere: LMDB puts its lock table next to the link. Both are removed at once; LMDB has the files open. */
function openLinked(directory: string): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'orch-reader-'));
  try {
    const link = join(folder, STORE_FILE);
    symlinkSync(join(realpathSync(directory), STORE_FILE), link);
    return usingFile(join(directory, STORE_FILE), () => {
      createAllocated(`${link}-lock`, LOCK_TABLE_BYTES);
      return Disk.open(directory, 'read', link);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
