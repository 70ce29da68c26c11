import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { types } from 'node:util';

/** Opening a FIFO without a writer would wait for ever, and keep the process from ending. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The text of a file. A FIFO, a device or a socket is refused, and not waited for (`EFTYPE`). Errors of the file system always have `path`: of a
 * directory, Node leaves it out.
 */
export const readText = async (path: string): Promise<string> => (await readBytes(path)).toString('utf8');

/** As {@link readText}, its bytes. */
async function readBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path, WITHOUT_WAITING);
    try {
      assertRegular(await file.stat(), path);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw naming(error, path);
  }
}

/** As {@link readText}, synchronous. */
export function readTextSync(path: string): string {
  try {
    const file = openSync(path, WITHOUT_WAITING);
    try {
      assertRegular(fstatSync(file), path);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw naming(error, path);
  }
}

/** The text of a file; undefined when it does not exist. */
export const readTextIfPresent = (path: string): Promise<string | undefined> => readText(path).catch(unlessAbsent);

/** The bytes of a file; undefined when it does not exist. */
export const readBytesIfPresent = (path: string): Promise<Buffer | undefined> => readBytes(path).catch(unlessAbsent);

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** Reading a directory fails separately, with `EISDIR`. */
function assertRegular(stats: Stats, path: string): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw Object.assign(new Error(`EFTYPE: not a regular file, read '${path}'`), { code: 'EFTYPE', syscall: 'read' });
}

const naming = (error: unknown, path: string): unknown =>
  types.isNativeError(error) ? Object.assign(error, { path }) : error;
