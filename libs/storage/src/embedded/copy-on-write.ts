import { execFile } from 'node:child_process';
import { readdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { errorMessage } from '@orch/apimachinery';

/** `BTRFS_SUPER_MAGIC` of Linux. */
const BTRFS = 0x9123683e;
const PROGRAM_LIMIT_MS = 5_000;
/** Files of LMDB, without incomplete ones. */
const LMDB_FILE = /\.mdb(-lock)?$/;

/** The part of the system used here. */
export interface FileAttributes {
  /** Type of the file system of a path. */
  readonly fileSystem: (path: string) => Promise<number>;
  /** @returns the standard output. @throws when the program is missing or fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

const SYSTEM: FileAttributes = {
  fileSystem: async (path) => (await statfs(path)).type,
  run: async (program, args) => (await promisify(execFile)(program, args, { timeout: PROGRAM_LIMIT_MS })).stdout,
};

/**
 * On btrfs, turns copy-on-write off (`chattr +C`) for files that will be created in the directory of a new store, and in directories below it. Otherwise a
 * changed page takes new space, in spite of the reserve, and a full disk ends the process with SIGBUS: LMDB writes its lock files by a memory map. The directory
 * above gets the attribute too where it has nothing else yet: a data directory, whose `admin.conf` is overwritten in place on a full disk.
 * The attribute has an effect on empty files only, so the files of an existing store are only checked.
 * @returns why the files are, or may be, copied on write; undefined: they are not, or the file system is another one.
 */
export async function disableCopyOnWrite(directory: string, { fileSystem, run } = SYSTEM): Promise<string | undefined> {
  // What cannot be asked for its type is not btrfs.
  if ((await fileSystem(directory).catch(() => 0)) !== BTRFS) return undefined;
  // An absolute path is not an option.
  const path = resolve(directory);
  try {
    const files = (await readdir(path)).filter((name) => LMDB_FILE.test(name));
    if (files.length === 0) {
      const isAlone = (await readdir(dirname(path))).length === 1;
      await run('chattr', ['+C', ...(isAlone ? [dirname(path)] : []), path]);
      return undefined;
    }
    const listed = await run(
      'lsattr',
      files.map((name) => join(path, name)),
    );
    // The first word of a line has the attributes: `---------------C------ /srv/orch/data/store/store.mdb`.
    const copied = listed.split('\n').find((line) => /^[^C\s]+\s/.test(line));
    return copied === undefined ? undefined : `${copied.slice(copied.indexOf(' ')).trim()} has no attribute C`;
  } catch (error) {
    return errorMessage(error).trim().replaceAll('\n', ': ');
  }
}
