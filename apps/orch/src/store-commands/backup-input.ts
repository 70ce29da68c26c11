import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserFacingError } from '@orch/process';
import { BackupError, FillError } from '@orch/storage';
import { STANDARD, writeFileWhole } from './backup-file.js';
import { readable } from './readable-key.js';

/** A backup that can be read more than once: first to verify it, then to use it. */
export interface BackupInput {
  readonly path: string;
  /** Name in messages. */
  readonly name: string;
}

/** Calls `use` with the file of an argument; standard input is first copied to a private temporary file. */
export async function withBackupInput<T>(argument: string, use: (input: BackupInput) => Promise<T>): Promise<T> {
  if (argument !== STANDARD) {
    await assertRegularFile(argument);
    return use({ path: argument, name: argument });
  }
  const directory = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    const path = join(directory, 'backup');
    await writeFileWhole(path, process.stdin as AsyncIterable<Buffer>);
    return await use({ path, name: 'standard input' });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A pipe or a device cannot be read twice, and opening one may block. @throws UserFacingError. */
export async function assertRegularFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile())
    throw new UserFacingError(`${path} is not a regular file: save it in one, or restore from standard input with "-"`);
}

/** Prefixes errors of the backup with the name of the file. */
export async function naming<T>({ name }: BackupInput, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof BackupError) && !(cause instanceof FillError)) throw cause;
    throw new UserFacingError(`${name}: ${readable(cause.message)}. Nothing was written`, { cause });
  }
}
