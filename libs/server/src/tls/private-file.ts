import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the owner may read keys and what holds keys. */
export const PRIVATE_MODE = 0o600;
export const PUBLIC_MODE = 0o644;
const DIRECTORY_MODE = 0o700;

/**
 * Writes a whole file or nothing: readers never see half of it, and a crash leaves the old one. The text is never in a file of another
 * mode, nor in one that somebody else has opened or linked: its name cannot be guessed, and must be new (`wx`).
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
