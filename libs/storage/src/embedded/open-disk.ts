import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { dropUnfinishedCopy, replaceByCompactCopy, shouldCompact } from './compact-file.js';
import { DirectoryLock } from './directory-lock.js';
import { Disk, STORE_FILE } from './disk.js';

/** The opened file, and the directory that belongs to this process while it is open. */
export interface OpenDisk {
  readonly disk: Disk;
  readonly lock: DirectoryLock;
}

/**
 * Takes the directory, opens the file, and gives back to the file system what a large file does not use any more.
 * @param largeBytes files below this size are not looked at; for tests.
 * @throws StorageError Locked; DiskFormatError; FillError Unfinished.
 */
export async function openDisk(directory: string, largeBytes?: number): Promise<OpenDisk> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = DirectoryLock.take(directory);
  try {
    const file = join(directory, STORE_FILE);
    dropUnfinishedCopy(file);
    let disk = Disk.open(directory);
    if (shouldCompact(disk.use(), largeBytes)) {
      const old = disk;
      await lock.whileNobodyLooks(async () => {
        await replaceByCompactCopy(
          file,
          (path) => old.copyTo(path),
          () => old.close(),
        );
        disk = Disk.open(directory);
      });
    }
    return { disk, lock };
  } catch (err) {
    await lock.release();
    throw err;
  }
}
