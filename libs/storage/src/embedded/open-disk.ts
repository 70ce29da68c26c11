import { statSync } from 'node:fs';
import { join } from 'node:path';

import { makeDirectory } from '../make-directory.js';
import { assertSpace } from './allocated-file.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { dropUnfinishedCopy, makeCompactCopy, putInPlace, shouldCompact } from './compact-file.js';
import { damagedIndex } from './damaged-file.js';
import { DirectoryLock } from './directory-lock.js';
import { RESERVE_BYTES } from './disk-space.js';
import { Disk, STORE_FILE } from './disk.js';
import type { EmbeddedObserver } from './embedded-observer.js';
import { EMPTY_TALLY, isSameTally, type KeyTally } from './key-tally.js';
import { reasonOfFile, usingFile } from './store-file-error.js';
import { upgradeDisk } from './upgrade-disk.js';

/** With less space no store is begun: LMDB ends the process, or leaves half a file, where a new one does not fit. */
const NEW_STORE_BYTES = RESERVE_BYTES + 3 * 1_024 * 1_024;

/** The opened file, and the directory that belongs to this process while it is open. */
export interface OpenDisk {
  readonly disk: Disk;
  readonly lock: DirectoryLock;
  /** What the index of keys holds. */
  readonly tally: KeyTally;
}

/**
 * Takes the directory, checks the structure of the file, opens it, and gives back to the file system what a large file does not use any more.
 * @param largeBytes files below this size are not looked at; for tests.
 * @throws StorageError Locked; DiskFormatError; DamagedFileError; FillError Unfinished; StoreFileError.
 */
export async function openDisk(directory: string, observer: EmbeddedObserver, largeBytes?: number): Promise<OpenDisk> {
  usingFile(directory, () => makeDirectory(directory, 0o700));
  const isNew = (statSync(join(directory, STORE_FILE), { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isNew) usingFile(directory, () => assertSpace(directory, NEW_STORE_BYTES));
  const lock = DirectoryLock.take(directory);
  try {
    const file = join(directory, STORE_FILE);
    dropUnfinishedCopy(file);
    const opened = await openChecked(directory);
    let { disk } = opened;
    if (shouldCompact(disk.use(), largeBytes)) {
      const old = disk;
      await lock.whileNobodyLooks(async () => {
        const copied = await copyBeside(file, old, observer);
        if (!copied) return;
        await old.close();
        putInPlace(file);
        disk = Disk.open(directory);
      });
    }
    return { disk, lock, tally: opened.tally };
  } catch (err) {
    await lock.release();
    throw err;
  }
}

/** A copy that fails, which needs space, leaves the file as large as it is. */
async function copyBeside(file: string, disk: Disk, observer: EmbeddedObserver): Promise<boolean> {
  try {
    await makeCompactCopy(file, (path) => disk.copyTo(path));
    return true;
  } catch (error) {
    dropUnfinishedCopy(file);
    observer.notCompacted?.(reasonOfFile(error) ?? String(error));
    return false;
  }
}

/** Opens the file when LMDB can rely on it; one of an older format is upgraded first. */
async function openChecked(directory: string): Promise<Pick<OpenDisk, 'disk' | 'tally'>> {
  const file = join(directory, STORE_FILE);
  const head = usingFile(file, () => checkFile(file));
  const found = head ? (await checkStructure(file, head)).tally : EMPTY_TALLY;
  const disk = Disk.open(directory);
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
  return { disk: Disk.open(directory), tally: found };
}
