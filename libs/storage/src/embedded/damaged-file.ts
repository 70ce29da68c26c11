import type { PageDamage } from './page-file.js';

/** The file is damaged in a way that concerns more than single values: nothing in it can be relied on. The text says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

const REMEDY = 'restore a backup into an empty data directory';

/** The index does not hold the keys that the log notes. */
export const damagedIndex = (noted: number, found: number): DamagedFileError =>
  new DamagedFileError(
    `the index of keys is damaged: it holds ${found} keys, the log notes ${noted}${noted === found ? ' others' : ''}; ${REMEDY}`,
  );

/** LMDB cannot find its way through the file. */
export const damagedStructure = (file: string, damage: PageDamage): DamagedFileError =>
  new DamagedFileError(`${file} is damaged: ${damage.message}; ${REMEDY}`, { cause: damage });
