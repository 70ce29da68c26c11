import type { PageDamage } from './page-file.js';

/** The file is damaged beyond single values: none of its content is reliable. The message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

const REMEDY = 'restore a backup into an empty data directory';

/** The index of keys does not match the tally of the log. */
export const damagedIndex = (noted: number, found: number): DamagedFileError =>
  new DamagedFileError(
    `the index of keys is damaged: it holds ${found} keys, the log has ${noted}${noted === found ? ' others' : ''}; ${REMEDY}`,
  );

/** The page structure is damaged. */
export const damagedStructure = (file: string, damage: PageDamage): DamagedFileError =>
  new DamagedFileError(`${file} is damaged: ${damage.message}; ${REMEDY}`, { cause: damage });
