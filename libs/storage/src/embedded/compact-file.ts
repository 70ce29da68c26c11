import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Smaller files are left alone. */
const LARGE_BYTES = 64 * 1_024 * 1_024;
/** Compacted when at least this part of the file is free. */
const FREE_SHARE = 0.6;

/** What the decision is made from, in pages. */
export interface FileUse {
  readonly pageBytes: number;
  readonly filePages: number;
  readonly usedPages: number;
}

/** Whether copying what is used pays. */
export function shouldCompact({ pageBytes, filePages, usedPages }: FileUse, largeBytes = LARGE_BYTES): boolean {
  return filePages * pageBytes >= largeBytes && usedPages <= filePages * (1 - FREE_SHARE);
}

/**
 * Where the copy is made, beside the file, so that a rename can put it in place. A directory for this user only: LMDB makes copies that
 * others may read.
 */
const directoryOfCopy = (file: string): string => `${file}.compact`;

/** Removes a copy that a crash left unfinished. */
export const dropUnfinishedCopy = (file: string): void =>
  rmSync(directoryOfCopy(file), { recursive: true, force: true });

const copyOf = (file: string): string => join(directoryOfCopy(file), basename(file));

/**
 * Makes the copy, and sees that it is on disk. The file itself may stay open.
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
 * Puts the copy in the place of the file, which nobody has open. A crash at any moment leaves either the old file or the whole new one: the copy is on disk
 * before it is renamed, and the rename before anything is written to it.
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
