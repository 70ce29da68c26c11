import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

import { DiskFormatError } from './disk-format.js';
import { assertRegularFile } from './regular-file.js';

/** The two meta pages of an LMDB file. Offsets within such a page; numbers are little-endian. */
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const VERSION_AT = 28;
const VERSION = 2;
const MAP_BYTES_AT = 40;
/** Larger maps cannot be made: addresses have 47 bits. */
const LARGEST_MAP = 2n ** 46n;
const PAGE_BYTES_AT = 48;
const FREE_TREE_AT = 48;
const MAIN_TREE_AT = 96;
const LAST_PAGE_AT = 144;
const COMMIT_AT = 152;
const META_BYTES = 160;
const LARGEST_PAGE = 65_536;
const NO_ROOT = 2n ** 64n - 1n;

/** The file's record of one of its trees. */
export interface TreeFacts {
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** Undefined: empty. */
  readonly root: number | undefined;
}

/** The newest commit. */
export interface FileHead {
  readonly pageBytes: number;
  /** Transaction ids of the first and the second meta page. */
  readonly commits: readonly [bigint, bigint];
  readonly lastPage: number;
  readonly free: TreeFacts;
  readonly main: TreeFacts;
}

interface Meta extends Omit<FileHead, 'commits'> {
  readonly commit: bigint;
}

/**
 * Checks the meta pages, and that the roots of the newest commit are inside the file: LMDB reads the file by a memory map, so a
 * truncated file would end the process with a signal.
 * @returns undefined for a missing or empty file.
 * @throws DiskFormatError for another kind of file, or a truncated one; StoreFileError when it is a pipe, a device or a directory.
 */
export function checkFile(file: string): FileHead | undefined {
  assertRegularFile(file);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const handle = openSync(file, 'r');
  try {
    const first = readMeta(handle, 0);
    const second = first && readMeta(handle, first.pageBytes);
    if (!first || !second) throw unreadable(file);
    const newest = second.commit > first.commit ? second : first;
    // Read after the meta pages: the file grows while a process writes it.
    const pages = Math.floor(fstatSync(handle).size / newest.pageBytes);
    const isWithin = ({ root }: TreeFacts) => root === undefined || root < pages;
    if (!isWithin(newest.free) || !isWithin(newest.main)) throw unreadable(file);
    return { ...newest, commits: [first.commit, second.commit] };
  } finally {
    closeSync(handle);
  }
}

function readMeta(handle: number, at: number): Meta | undefined {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(handle, page, 0, META_BYTES, at) < META_BYTES) return undefined;
  const pageBytes = page.readUInt32LE(PAGE_BYTES_AT);
  if (page.readUInt32LE(MAGIC_AT) !== MAGIC || page.readUInt32LE(VERSION_AT) !== VERSION) return undefined;
  if (pageBytes < META_BYTES || pageBytes > LARGEST_PAGE) return undefined;
  // LMDB checks neither of these, and a map that cannot be made ends the process with a signal.
  const mapBytes = page.readBigUInt64LE(MAP_BYTES_AT);
  if (mapBytes > LARGEST_MAP || page.readBigUInt64LE(LAST_PAGE_AT) * BigInt(pageBytes) > LARGEST_MAP) return undefined;
  return {
    pageBytes,
    commit: page.readBigUInt64LE(COMMIT_AT),
    lastPage: Number(page.readBigUInt64LE(LAST_PAGE_AT)),
    free: treeFacts(page, FREE_TREE_AT),
    main: treeFacts(page, MAIN_TREE_AT),
  };
}

/** Size of the record of a tree, in the meta pages and in the tree of tables. */
export const TREE_FACTS_BYTES = 48;

export function treeFacts(bytes: Buffer, at = 0): TreeFacts {
  const root = bytes.readBigUInt64LE(at + 40);
  return {
    depth: bytes.readUInt16LE(at + 6),
    branches: Number(bytes.readBigUInt64LE(at + 8)),
    leaves: Number(bytes.readBigUInt64LE(at + 16)),
    overflows: Number(bytes.readBigUInt64LE(at + 24)),
    entries: Number(bytes.readBigUInt64LE(at + 32)),
    root: root === NO_ROOT ? undefined : Number(root),
  };
}

const unreadable = (file: string): DiskFormatError =>
  new DiskFormatError(
    `${file} is cut off, or no store: restore a backup into another data directory, or remove the file to start with an empty store`,
    true,
  );
