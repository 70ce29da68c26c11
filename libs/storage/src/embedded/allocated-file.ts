import { closeSync, constants, existsSync, fstatSync, linkSync, openSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';

import { assertRegularFile } from './regular-file.js';

const MODE = 0o600;
/** The file exists, or the file system has no hard links: then LMDB creates the file. */
const TOLERATED: ReadonlySet<string> = new Set(['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** Larger than LMDB's reader table, which LMDB sizes by the file. */
export const LOCK_TABLE_BYTES = 16 * 1_024;
/** Written by one call. */
const ZEROS = Buffer.alloc(256 * 1_024);

/**
 * Creates a file of zeros that the file system has allocated; an existing file is unchanged, since a process may have it open. LMDB extends its lock
 * file without allocating it and writes it by a memory map, so that a full disk ends the process with SIGBUS.
 * The file is created atomically: another process may be creating it too. It must not be open in this process: closing a second handle would drop the locks of LMDB.
 * @throws StoreFileError when it is a pipe, a device or a directory; the system error when it cannot be created.
 */
export function createAllocated(path: string, bytes: number): void {
  assertRegularFile(path);
  if (existsSync(path)) return;
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const handle = openSync(temporary, 'wx', MODE);
  try {
    try {
      for (let at = 0; at < bytes;) at += writeSync(handle, ZEROS, 0, Math.min(ZEROS.length, bytes - at));
    } finally {
      closeSync(handle);
    }
    linkSync(temporary, path);
  } catch (error) {
    if (!TOLERATED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** @throws the system error when `bytes` cannot be allocated in `directory`. The space is freed again. */
export function assertSpace(directory: string, bytes: number): void {
  const probe = join(directory, `space.${process.pid}.tmp`);
  try {
    createAllocated(probe, bytes);
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * Appends zeros to a file that LMDB writes: allocated space behind its last page. O_APPEND appends at the current end of the file,
 * so concurrent writes of LMDB are not overwritten.
 */
export class AllocatedTail {
  private constructor(private readonly handle: number) {}

  static open(file: string): AllocatedTail {
    return new AllocatedTail(openSync(file, constants.O_WRONLY | constants.O_APPEND));
  }

  /** Size of the file. */
  get bytes(): number {
    return fstatSync(this.handle).size;
  }

  /** Whether no path leads to the file: its content is lost when this process ends. */
  get isRemoved(): boolean {
    return fstatSync(this.handle).nlink === 0;
  }

  /** @throws the system error, such as ENOSPC; a part may have been appended. */
  async append(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= await this.write(Math.min(ZEROS.length, left));
  }

  /** Synchronous variant, for small sizes. */
  appendNow(bytes: number): void {
    for (let left = bytes; left > 0;) left -= writeSync(this.handle, ZEROS, 0, Math.min(ZEROS.length, left));
  }

  close(): void {
    closeSync(this.handle);
  }

  private write(bytes: number): Promise<number> {
    return new Promise((resolve, reject) => {
      write(this.handle, ZEROS, 0, bytes, null, (error, written) => (error ? reject(error) : resolve(written)));
    });
  }
}
