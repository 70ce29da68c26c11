import { unfinishedStore } from '../fill-error.js';

/** Under which name the format stands in the file. */
export const FORMAT_KEY = 'format';

/**
 * The layout this code writes. Raise it when an older release could misread what is written.
 * 1: entries without checksums. 2: entries and facts with checksums, and the tally of keys (`log-entry.ts`).
 */
export const DISK_FORMAT = 2;
/** Upgraded when the file is opened. */
const OLD_FORMAT = 1;

/** Stands in the place of the format while the store is filled: earlier releases refuse such a file too. */
export const UNFINISHED_FORMAT = 'unfinished';

/** Stands there while entries of format 1 are upgraded; the next open goes on with that. */
export const UPGRADING_FORMAT = 'upgrading';

/** The files are not of a layout this release can read, or damaged. Nothing was changed. */
export class DiskFormatError extends Error {
  override readonly name = 'DiskFormatError';

  constructor(
    message: string,
    /** Whether no release can have written it so. Default: false. */
    readonly isDamage = false,
  ) {
    super(message);
  }
}

/**
 * Marks a new file, lets a known one pass.
 * @returns whether its entries are of the old format, at least in part.
 * @throws DiskFormatError for a format of a later release, or none that is known; for the old one when the file is only read.
 * @throws FillError Unfinished when filling the store was cut off.
 */
export function checkFormat(
  directory: string,
  found: string | undefined,
  access: 'write' | 'look',
  mark: (format: string) => void,
): 'old' | 'current' {
  if (found === undefined) {
    mark(String(DISK_FORMAT));
    return 'current';
  }
  if (Number(found) === DISK_FORMAT) return 'current';
  if (Number(found) === OLD_FORMAT || found === UPGRADING_FORMAT) {
    if (access === 'write') return 'old';
    throw new DiskFormatError(
      `the data in ${directory} was written by an older release: start a server of this release on it once, which upgrades it`,
    );
  }
  if (found === UNFINISHED_FORMAT) throw unfinishedStore(directory, 'Remove that directory');
  throw new DiskFormatError(
    Number(found) > DISK_FORMAT
      ? `the data in ${directory} was written by a newer release (disk format ${found}, this one reads ${DISK_FORMAT}): ` +
          'start that release again, or name another data directory'
      : `the data in ${directory} has the unknown disk format "${found}": name another data directory, or restore a copy`,
    !(Number(found) > DISK_FORMAT),
  );
}
