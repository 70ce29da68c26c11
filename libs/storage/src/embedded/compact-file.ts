import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Smaller files are not compacted. */
const LARGE_BYTES = 64 * 1_024 * 1_024;
/** Compacted when at least this part of the file is free. */
const FREE_SHARE = 0.6;

/** Page usage of the file. */
export interface FileUse {
  readonly pageBytes: number;
  readonly filePages: number;
  readonly usedPages: number;
}

/** Whether compaction is worth its cost. */
export function shouldCompact({ pageBytes, filePages, usedPages }: FileUse, largeBytes = LARGE_BYTES): boolean {
  return filePages * pageBytes >= largeBytes && usedPages <= filePages * (1 - FREE_SHARE);
}

/**
 * Directory of the copy, on the same file system, so that a rename can replace the file. Accessible to this user only: LMDB creates
 * copies that other users may read.
 */
const directoryOfCopy = (file: string): string => `${file}.compact`;

/** Removes an incomplete copy left by a crash. */
export const dropUnfinishedCopy = (file: string): void =>
  rmSync(directoryOfCopy(file), { recursive: true, force: true });

const copyOf = (file: string): string => join(directoryOfCopy(file), basename(file));

/**
 * Makes the copy and flushes it to disk. The file itself may stay open.
 * @param copy writes a compact copy to the given path.
 */
export async function makeCompactCopy(file: string, copy: (path: string) => Promise<void>): Promise<void> {
  dropUnfinishedCopy(file);
  mkdirSync(directoryOfCopy(file), { mode: 0o700 });
  await copy(copyOf(file));
  chmodSync(copyOf(file), statSync(file).mode & 0o777);
  flush(copyOf(file));
}

/**
 * Replaces the file, which no process has open, by the copy. A crash at any moment leaves either the old file or the complete new one: the copy is on disk
 * before it is renamed, and the rename before the first write.
 */
export function putInPlace(file: string): void {
  renameSync(copyOf(file), file);
  flush(dirname(file));
  dropUnfinishedCopy(file);
}

function flush(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
