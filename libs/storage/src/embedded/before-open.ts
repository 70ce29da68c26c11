import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';

import { createAllocated, LOCK_TABLE_BYTES } from './allocated-file.js';

/** More than LMDB has open at once while it opens a file. */
const DESCRIPTORS = 8;

/**
 * To be called before LMDB opens a file: when LMDB cannot open the file or its lock table, the process ends with SIGSEGV. Creates the lock table for
 * write access; for read access LMDB does without one.
 * @throws StoreFileError when the lock table is a pipe, a device or a directory; the system error when LMDB could not open one of the two.
 */
export function prepareToOpen(file: string, access: 'write' | 'read'): void {
  const lockTable = `${file}-lock`;
  if (access === 'write') {
    createAllocated(lockTable, LOCK_TABLE_BYTES);
    // Not opened: closing a second handle would drop the locks of LMDB.
    for (const path of [lockTable, file]) assertAccess(path, constants.R_OK | constants.W_OK);
  } else assertAccess(file, constants.R_OK);
  assertDescriptors(dirname(file));
}

/** A file that does not exist is created by LMDB. */
function assertAccess(path: string, mode: number): void {
  try {
    accessSync(path, mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function assertDescriptors(directory: string): void {
  const handles: number[] = [];
  try {
    while (handles.length < DESCRIPTORS) handles.push(openSync(directory, 'r'));
  } catch (error) {
    // A directory that cannot be listed may still be used.
    if (codeOf(error) !== 'EACCES') throw error;
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
