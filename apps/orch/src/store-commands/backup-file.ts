import { randomBytes } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { lstat, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserFacingError } from '@orch/process';

/** The name for standard output and input. */
export const STANDARD = '-';

/** They end the process; an unfinished file is removed first. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const READ_BYTES = 256 * 1_024;

/**
 * Writes chunks to a file, all of them or none: to a temporary file in the same directory, renamed over the target when everything is on disk.
 * Returns how many bytes were written.
 * @param mode Default: only this user may read it.
 */
export async function writeFileWhole(path: string, chunks: AsyncIterable<Buffer>, mode = 0o600): Promise<number> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`; // with `wx`: a new file, never one behind a link
  const file = await open(temporary, 'wx', mode);
  const dropIt = () => {
    rmSync(temporary, { force: true });
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, dropIt);
  try {
    const bytes = await writeAll(file, chunks);
    await rename(temporary, path);
    await syncDirectory(dirname(resolve(path)));
    return bytes;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, dropIt);
  }
}

/**
 * A file or a link at the path is replaced; a device, a pipe or a directory never.
 * @throws UserFacingError
 */
export async function checkTarget(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found && !found.isFile() && !found.isSymbolicLink())
    throw new UserFacingError(`${path} is not a file: name a file, or - for standard output`);
}

async function writeAll(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Writes chunks to a stream with backpressure. Returns how many bytes. */
export async function writeStream(stream: NodeJS.WritableStream, chunks: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) {
    await new Promise<void>((done, fail) => stream.write(chunk, (error) => (error ? fail(error) : done())));
    bytes += chunk.length;
  }
  return bytes;
}

/** The bytes of a file, in chunks; opened when the first chunk is read. */
export const readFileBytes = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: READ_BYTES });
