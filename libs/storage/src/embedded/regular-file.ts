import { statSync } from 'node:fs';

import { StoreFileError } from './store-file-error.js';

/**
 * Refuses anything but a file at `path`, links followed; nothing there is permitted. To be called before LMDB opens it: a pipe or a device has no
 * length, so that LMDB takes it for a new file, and the process ends with a signal or waits forever.
 * @throws StoreFileError; the system error when it cannot be examined.
 */
export function assertRegularFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const what = found.isDirectory() ? 'it is a directory, not a file' : 'it is not a regular file';
  throw new StoreFileError(`${path} cannot be used: ${what}`);
}
