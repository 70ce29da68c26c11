import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner may read keys and files that contain keys. */
export const PRIVATE_MODE = 0o600;
export const PUBLIC_MODE = 0o644;
const DIRECTORY_MODE = 0o700;

/**
 * Writes a file atomically: readers never see a part of it, and a crash leaves the old one. The text is never in a file of another mode, nor
 * in one that another user has opened or linked: the temporary name is random and must not exist (`wx`).
 */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: DIRECTORY_MODE });
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', mode);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * The same for a file that every start can regenerate. Without disk space for a temporary file, it is overwritten in place: a server must
 * start on a full disk, and a file that is incomplete after a power cut is replaced at the next start.
 */
export async function rewriteWhole(path: string, text: string, mode: number): Promise<void> {
  try {
    await writeWhole(path, text, mode);
  } catch (error) {
    if (!NO_SPACE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await overwrite(path, text).catch(() => {
      throw error; // the file does not exist, or the new text is longer
    });
  }
}

async function overwrite(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const bytes = Buffer.from(text);
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, 0);
    if (bytesWritten < bytes.length) throw new Error(`${path}: the disk is full`);
    await file.truncate(bytes.length);
    await file.sync();
  } finally {
    await file.close();
  }
}
