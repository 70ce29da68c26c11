import { statSync } from 'node:fs';
import { join } from 'node:path';

import { makeDirectory } from '@orch/process';
import { assertSpace } from './allocated-file.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { disableCopyOnWrite } from './copy-on-write.js';
import { dropUnfinishedCopy, makeCompactCopy, putInPlace, shouldCompact } from './compact-file.js';
import { damagedIndex } from './damaged-file.js';
import { DirectoryLock } from './directory-lock.js';
import { RESERVE_BYTES } from './disk-space.js';
import type { DiskAccess } from './disk-format.js';
import { Disk, STORE_FILE } from './disk.js';
import type { EmbeddedObserver } from './embedded-observer.js';
import { EMPTY_TALLY, isSameTally, type KeyTally } from './key-tally.js';
import { reasonOfFile, usingFile } from './store-file-error.js';
import { upgradeDisk } from './upgrade-disk.js';

/** Minimum free space for a new store: with less, LMDB ends the process or leaves an incomplete file. */
const NEW_STORE_BYTES = RESERVE_BYTES + 3 * 1_024 * 1_024;

/** The opened file with the lock of its directory. */
export interface OpenDisk {
  readonly disk: Disk;
  readonly lock: DirectoryLock;
  /** Tally of the index of keys. */
  readonly tally: KeyTally;
}

interface OpenDiskOptions {
  readonly toFill?: boolean;
  readonly largeBytes?: number;
}

/**
 * Locks the directory, checks the structure of the file, opens it, and compacts a large file with much free space.
 * @param options `toFill`: an empty store is marked as unfinished. `largeBytes`: smaller files are not compacted; for tests.
 * @throws StorageError Locked; DiskFormatError; DamagedFileError; FillError Unfinished; StoreFileError.
 */
export async function openDisk(
  directory: string,
  observer: EmbeddedObserver,
  { toFill = false, largeBytes }: OpenDiskOptions = {},
): Promise<OpenDisk> {
  usingFile(directory, () => makeDirectory(directory, 0o700));
  // Before any file is created: files inherit the attribute of their directory.
  const copied = await disableCopyOnWrite(directory);
  if (copied !== undefined) observer.copiedOnWrite?.(copied);
  const isNew = (statSync(join(directory, STORE_FILE), { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isNew) usingFile(directory, () => assertSpace(directory, NEW_STORE_BYTES));
  const lock = await DirectoryLock.acquire(directory);
  try {
    const file = join(directory, STORE_FILE);
    dropUnfinishedCopy(file);
    const opened = await openChecked(directory, toFill ? 'fill' : 'write');
    let { disk } = opened;
    if (shouldCompact(disk.use(), largeBytes) && (await copyForCompaction(file, disk, observer))) {
      await disk.close();
      putInPlace(file);
      disk = Disk.open(directory);
    }
    return { disk, lock, tally: opened.tally };
  } catch (err) {
    await lock.release();
    throw err;
  }
}

/** @returns false when the copy failed, for example on a full disk; the file is unchanged then. */
async function copyForCompaction(file: string, disk: Disk, observer: EmbeddedObserver): Promise<boolean> {
  try {
    await makeCompactCopy(file, (path) => disk.copyTo(path));
    return true;
  } catch (error) {
    dropUnfinishedCopy(file);
    observer.notCompacted?.(reasonOfFile(error) ?? String(error));
    return false;
  }
}

/** Checks the structure of the file and opens it; an older format is upgraded first. */
async function openChecked(directory: string, access: DiskAccess): Promise<Pick<OpenDisk, 'disk' | 'tally'>> {
  const file = join(directory, STORE_FILE);
  const head = usingFile(file, () => checkFile(file));
  const found = head ? (await checkStructure(file, head)).tally : EMPTY_TALLY;
  const disk = Disk.open(directory, access);
  try {
    if (!disk.needsUpgrade) {
      const noted = disk.notedTally();
      if (noted && !isSameTally(noted, found)) throw damagedIndex(noted.keys, found.keys);
      return { disk, tally: found };
    }
    await upgradeDisk(disk, found);
  } catch (err) {
    await disk.close();
    throw err;
  }
  await disk.close();
  return { disk: Disk.open(directory, access), tally: found };
}
