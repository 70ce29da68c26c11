import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { types } from 'node:util';

/** The text of a file. Errors of the file system always have `path`: of a directory, Node leaves it out. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw naming(error, path);
  }
}

/** As {@link readText}, at once. */
export function readTextSync(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw naming(error, path);
  }
}

/** The text of a file; undefined when there is none. */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const naming = (error: unknown, path: string): unknown =>
  types.isNativeError(error) ? Object.assign(error, { path }) : error;
