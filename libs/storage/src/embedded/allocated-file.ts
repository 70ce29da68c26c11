import { closeSync, constants, existsSync, fstatSync, linkSync, openSync, rmSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';

const MODE = 0o600;
/** It exists, or the file system has no hard links: LMDB creates it then. */
const TOLERATED: ReadonlySet<string> = new Set(['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
/** More than LMDB's table of readers takes, which it makes as long as the file is. */
export const LOCK_TABLE_BYTES = 16 * 1_024;
/** Written at once. */
const ZEROS = Buffer.alloc(256 * 1_024);

/**
 * Creates a file of zeros that the file system has allocated; one that exists stays as it is, since a process may have it open. LMDB extends its lock
 * file without allocating it and writes it by a memory map, so that a full disk ends the process with SIGBUS.
 * The file appears at once and whole: another process may be creating it too. It must not be open here: closing a second handle would drop the locks of LMDB.
 */
export function createAllocated(path: string, bytes: number): void {
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

/** @throws what the system says when so many bytes cannot be written in `directory`; they are given back. */
export function assertSpace(directory: string, bytes: number): void {
  const probe = join(directory, `space.${process.pid}.tmp`);
  try {
    createAllocated(probe, bytes);
  } finally {
    rmSync(probe, { force: true });
  }
}

/**
 * Appends zeros to a file that LMDB writes: allocated space behind its last page. Always behind the end of the file as it is at that moment
 * (O_APPEND), so nothing that LMDB writes meanwhile is overwritten.
 */
export class AllocatedTail {
  private constructor(private readonly handle: number) {}

  static open(file: string): AllocatedTail {
    return new AllocatedTail(openSync(file, constants.O_WRONLY | constants.O_APPEND));
  }

  /** Of the whole file. */
  get bytes(): number {
    return fstatSync(this.handle).size;
  }

  /** @throws what the system says, such as ENOSPC; a part may have been appended then. */
  async append(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= await this.write(Math.min(ZEROS.length, left));
  }

  /** The same at once, for little. */
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
