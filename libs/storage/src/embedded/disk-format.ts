import { unfinishedStore } from '../fill-error.js';

/** Under which name the format stands in the file. */
export const FORMAT_KEY = 'format';

/** The layout this code reads and writes. Raise it when an older release could misread what is written. */
export const DISK_FORMAT = 1;

/** Stands in the place of the format while the store is filled: earlier releases refuse such a file too. */
export const UNFINISHED_FORMAT = 'unfinished';

/** The files are not of a layout this release can read. Nothing was changed. */
export class DiskFormatError extends Error {
  override readonly name = 'DiskFormatError';
}

/**
 * Marks a new file, lets a known one pass.
 * @throws DiskFormatError for a format of a later release, or none that is known.
 * @throws FillError Unfinished when filling the store was cut off.
 */
export function checkFormat(directory: string, found: string | undefined, mark: (format: string) => void): void {
  if (found === undefined) return mark(String(DISK_FORMAT));
  if (Number(found) === DISK_FORMAT) return;
  if (found === UNFINISHED_FORMAT) throw unfinishedStore(directory, 'Remove that directory');
  throw new DiskFormatError(
    Number(found) > DISK_FORMAT
      ? `the data in ${directory} was written by a newer release (disk format ${found}, this one reads ${DISK_FORMAT}): ` +
          'start that release again, or name another data directory'
      : `the data in ${directory} has the unknown disk format "${found}": name another data directory, or restore a copy`,
  );
}
