import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { StorageError } from '../storage-error.js';
import type { Revision, Stored } from '../storage.js';
import { checkFile } from './check-file.js';
import { checkStructure } from './check-structure.js';
import { DamagedFileError, damagedIndex } from './damaged-file.js';
import { DirectoryLock } from './directory-lock.js';
import { DiskFormatError } from './disk-format.js';
import { Disk, STORE_FILE } from './disk.js';
import { NoStoreError } from './embedded-snapshot.js';
import { isSameTally } from './key-tally.js';
import { damageOf } from './log-entry.js';
import { usingFile } from './store-file-error.js';

/** Records of the log read in one turn of the event loop. */
const TURN_RECORDS = 1_024;

/** A damage found by the check. */
export type StoreDamage =
  /** The current value of a key; `revision` is the one the key points at. */
  | { readonly kind: 'value'; readonly key: string; readonly revision: Revision; readonly what: string }
  /** A record of the history. */
  | { readonly kind: 'history'; readonly revision: Revision; readonly what: string }
  /** The file as a whole: it is unreadable. */
  | { readonly kind: 'file'; readonly what: string };

export interface StoreCheck {
  /** Undefined: the file as a whole is damaged. */
  readonly revision: Revision | undefined;
  readonly keys: number;
  /** Records of the log: current values, and history. */
  readonly records: number;
}

export interface CheckStoreOptions {
  /** Called with each damage found. */
  readonly onDamaged: (damage: StoreDamage) => void;
  /** Validates the content of an undamaged value: returns what is wrong, or undefined. Default: no validation. */
  readonly validate?: (stored: Stored) => string | undefined;
}

/**
 * Reads every page, record and key of an embedded store that no process has open.
 * @throws NoStoreError; StorageError Locked; DiskFormatError for a format this release does not read; FillError Unfinished.
 */
export async function checkStore(directory: string, options: CheckStoreOptions): Promise<StoreCheck> {
  const file = join(directory, STORE_FILE);
  if (!usingFile(file, () => statSync(file, { throwIfNoEntry: false })))
    throw new NoStoreError(`there is no store in ${directory}`);
  const lock = await DirectoryLock.acquire(directory);
  try {
    const head = usingFile(file, () => checkFile(file));
    if (!head) throw new NoStoreError(`${file} is empty`);
    const { tally } = await checkStructure(file, head, { values: true });
    const disk = Disk.open(directory, 'read');
    try {
      const noted = disk.notedTally();
      if (noted && !isSameTally(noted, tally)) throw damagedIndex(noted.keys, tally.keys);
      return await checkRecords(disk, options);
    } finally {
      await disk.close();
    }
  } catch (error) {
    const isDamage = error instanceof DamagedFileError || (error instanceof DiskFormatError && error.isDamage);
    if (!isDamage) throw error;
    options.onDamaged({ kind: 'file', what: error.message });
    return { revision: undefined, keys: 0, records: 0 };
  } finally {
    await lock.release();
  }
}

async function checkRecords(disk: Disk, { onDamaged, validate }: CheckStoreOptions): Promise<StoreCheck> {
  const newest = disk.lastRevision();
  const current = new Set<Revision>();
  for (const [key, revision] of disk.readKeys('', { limit: Infinity })) {
    current.add(revision);
    if (current.size % TURN_RECORDS === 0) await nextTurn();
    const what = damageOfValue(disk, key, revision, validate);
    if (what !== undefined) onDamaged({ kind: 'value', key, revision, what });
  }
  let records = 0;
  let expected = disk.oldestRevision() + 1;
  for (const { key: revision, value } of disk.rawLog(1, newest)) {
    if (++records % TURN_RECORDS === 0) await nextTurn();
    for (; expected < revision; expected++)
      if (!current.has(expected)) onDamaged({ kind: 'history', revision: expected, what: 'the record is missing' });
    expected = Math.max(expected, revision + 1);
    if (current.has(revision)) continue; // checked above
    const what = damageOf(value, revision);
    if (what !== undefined) onDamaged({ kind: 'history', revision, what });
  }
  return { revision: newest, keys: current.size, records };
}

function damageOfValue(
  disk: Disk,
  key: string,
  revision: Revision,
  validate: CheckStoreOptions['validate'],
): string | undefined {
  try {
    return validate?.(disk.readCurrent(key, revision));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'Corrupted') return error.what;
    throw error;
  }
}
