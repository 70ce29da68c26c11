import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

import { DiskFormatError } from './disk-format.js';

/** The two pages at the beginning of an LMDB file say where everything is. Offsets within such a page; numbers are little-endian. */
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const PAGE_BYTES_AT = 48;
const FREE_ROOT_AT = 88;
const MAIN_ROOT_AT = 136;
const COMMIT_AT = 152;
const META_BYTES = 160;
const NO_ROOT = 2n ** 64n - 1n;
const LARGEST_PAGE = 65_536;

interface Meta {
  readonly pageBytes: number;
  readonly commit: bigint;
  readonly roots: readonly bigint[];
}

/**
 * LMDB reads the file by a memory map, so one that does not hold what it says ends the process without a word. Looks at the beginning,
 * and whether the roots of the newest commit lie within.
 * @returns false for one to begin with: it is missing or empty.
 * @throws DiskFormatError for another kind of file, or one that was cut off.
 */
export function checkFile(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const handle = openSync(file, 'r');
  try {
    const first = readMeta(handle, 0);
    const second = first && readMeta(handle, first.pageBytes);
    if (!first || !second) throw unreadable(file);
    const { pageBytes, roots } = second.commit > first.commit ? second : first;
    // Asked behind: it grows where a process writes it.
    const bytes = BigInt(fstatSync(handle).size);
    const isWithin = (root: bigint) => root === NO_ROOT || (root + 1n) * BigInt(pageBytes) <= bytes;
    if (!roots.every(isWithin)) throw unreadable(file);
    return true;
  } finally {
    closeSync(handle);
  }
}

function readMeta(handle: number, at: number): Meta | undefined {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(handle, page, 0, META_BYTES, at) < META_BYTES) return undefined;
  const pageBytes = page.readUInt32LE(PAGE_BYTES_AT);
  if (page.readUInt32LE(MAGIC_AT) !== MAGIC || pageBytes < META_BYTES || pageBytes > LARGEST_PAGE) return undefined;
  const roots = [FREE_ROOT_AT, MAIN_ROOT_AT].map((root) => page.readBigUInt64LE(root));
  return { pageBytes, commit: page.readBigUInt64LE(COMMIT_AT), roots };
}

const unreadable = (file: string): DiskFormatError =>
  new DiskFormatError(
    `${file} is cut off, or no store: restore a backup into another data directory, or remove the file to begin anew`,
  );
