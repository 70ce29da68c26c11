import { constants } from 'node:os';
import { errorMessage } from '@orch/apimachinery';

/** The files of the store cannot be created, opened or written. The text says which and why, in one line. */
export class StoreFileError extends Error {
  override readonly name = 'StoreFileError';
}

const { errno } = constants;

/** Codes of LMDB are negative; system errors have their errno. The texts end a sentence. */
const REASONS: Readonly<Record<number, string>> = {
  [errno.ENOSPC]: 'the disk is full: free or add space',
  [errno.EDQUOT]: 'the disk quota is used up: free or add space',
  [errno.EFBIG]: 'the limit on the size of files is reached: raise it',
  [errno.EMFILE]: 'this process may not open more files: raise its limit (ulimit -n)',
  [errno.EIO]: 'the disk reports an input/output error',
  [errno.EROFS]: 'the file system is read-only',
  [errno.EACCES]:
    'this user may not read or write it: run as the user who owns it, or correct its owner and permissions',
  [errno.EPERM]:
    'this user may not read or write it: run as the user who owns it, or correct its owner and permissions',
  [errno.ENAMETOOLONG]: 'its name is too long',
  [errno.ENOTDIR]: 'a part of the path is a file, not a directory',
  [errno.EEXIST]: 'it is a file, not a directory',
  [errno.EISDIR]: 'it is a directory, not a file',
  [errno.ENOENT]: 'it cannot be created there',
};

/** LMDB error codes for damaged files: page not found, corrupted, version mismatch, not a database. */
const DAMAGE: ReadonlySet<number> = new Set([-30_797, -30_796, -30_795, -30_794, -30_793]);

const FULL: ReadonlySet<number | undefined> = new Set([errno.ENOSPC, errno.EDQUOT, errno.EFBIG]);

/** Whether an error of the system or of LMDB says that there is no space. */
export const isFull = (error: unknown): boolean => FULL.has(errnoOf(error));

/** User-facing reason for an error of the system or of LMDB; undefined for other errors. */
export function reasonOfFile(error: unknown): string | undefined {
  const number = errnoOf(error);
  if (number === undefined) return undefined;
  const text = errorMessage(error).split('\n')[0]!;
  if (DAMAGE.has(number)) return `it is damaged (${text}): restore a backup into an empty data directory`;
  return REASONS[number] ?? text;
}

/** The StoreFileError for an error of the system or of LMDB on `path`. Other errors are returned unchanged. */
export function storeFileError(path: string, error: unknown): unknown {
  const reason = reasonOfFile(error);
  if (reason === undefined) return error;
  const { path: named = path } = error as NodeJS.ErrnoException;
  return new StoreFileError(`${named} cannot be used: ${reason}`, { cause: error });
}

/** Runs `use` and converts errors of the system or of LMDB on `path`. @throws StoreFileError */
export function usingFile<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw storeFileError(path, error);
  }
}

/** LMDB gives the number as `code`; Node gives it as `errno`, negative. */
function errnoOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno: negative } = error as Error & { code?: unknown; errno?: unknown };
  if (typeof code === 'number') return code;
  return typeof negative === 'number' ? -negative : undefined;
}
