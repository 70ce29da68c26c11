import { type FillError, unfinishedStore } from '../fill-error.js';

/** Key of the format in the `facts` table. */
export const FORMAT_KEY = 'format';

/**
 * The layout this code writes. Raise it when an older release could misread it.
 * 1: entries without checksums. 2: entries and facts with checksums, and the tally of keys (`log-entry.ts`).
 */
export const DISK_FORMAT = 2;
/** Upgraded when the file is opened. */
const OLD_FORMAT = 1;

/** Value of the format while the store is filled: earlier releases refuse such a file too. */
export const UNFINISHED_FORMAT = 'unfinished';

/** Value of the format while entries of format 1 are upgraded; the next open continues the upgrade. */
export const UPGRADING_FORMAT = 'upgrading';

/** `read`: read-only. `fill`: to fill an empty store; it is marked as unfinished. */
export type DiskAccess = 'write' | 'read' | 'fill';

export const unfinishedDirectory = (directory: string): FillError =>
  unfinishedStore(directory, 'Remove that directory');

/** The format of the files is unknown to this release, or they are damaged. Nothing was changed. */
export class DiskFormatError extends Error {
  override readonly name = 'DiskFormatError';

  constructor(
    message: string,
    /** Whether the file is damaged: no release writes it like this. Default: false. */
    readonly isDamage = false,
  ) {
    super(message);
  }
}

/**
 * Marks a new file, accepts a known format.
 * @returns `old` when at least some entries are of the old format; `unfinished` when filling the store was interrupted and `access` is `fill`.
 * @throws DiskFormatError for a format of a later release or an unknown one; for the old one when `access` is `read`.
 * @throws FillError Unfinished when filling the store was interrupted.
 */
export function checkFormat(
  directory: string,
  found: string | undefined,
  access: DiskAccess,
  mark: (format: string) => void,
): 'old' | 'current' | 'unfinished' {
  if (found === undefined) {
    mark(access === 'fill' ? UNFINISHED_FORMAT : String(DISK_FORMAT));
    return access === 'fill' ? 'unfinished' : 'current';
  }
  if (Number(found) === DISK_FORMAT) return 'current';
  if (Number(found) === OLD_FORMAT || found === UPGRADING_FORMAT) {
    if (access !== 'read') return 'old';
    throw new DiskFormatError(
      `the data in ${directory} was written by an older release: start a server of this release on it once, which upgrades it`,
    );
  }
  if (found === UNFINISHED_FORMAT) {
    if (access === 'fill') return 'unfinished';
    throw unfinishedDirectory(directory);
  }
  throw new DiskFormatError(
    Number(found) > DISK_FORMAT
      ? `the data in ${directory} was written by a newer release (disk format ${found}, this one reads ${DISK_FORMAT}): ` +
          'start that release again, or name another data directory'
      : `the data in ${directory} has the unknown disk format "${found}": name another data directory, or restore a copy`,
    !(Number(found) > DISK_FORMAT),
  );
}
