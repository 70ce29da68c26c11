import { spawnSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@orch/testing';

/** Disk space for files that can be limited. */
export interface Room {
  /** Leaves at most this number of bytes free. */
  fill(bytesLeft: number): void;
  /** Gives the room back. */
  free(): Promise<void>;
}

/** A folder on a disk of its own. */
export interface SmallDisk extends Room {
  readonly path: string;
  remove(): Promise<void>;
}

/** Undefined: who runs this may not mount disks. @param megabytes its size, taken of the memory as far as it is used. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const directory = await temporaryDirectory();
  const { path } = directory;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'orch-faults', path]);
  if (mounted.status !== 0) {
    await directory.remove();
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: (bytesLeft) => {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)));
      } catch (error) {
        // Another process has written meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      spawnSync('umount', [path]);
      await directory.remove();
    },
  };
}
