import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Revision } from '../storage.js';
import type { Disk } from './disk.js';
import { EMPTY_TALLY, type KeyTally } from './key-tally.js';
import { CHECKSUM_BYTES, HEADER_BYTES, KEY_LENGTH_AT, REVISION_AT, sealed, WIDTH, withTally } from './log-entry.js';

/** Limits of one transaction. */
const BATCH_ENTRIES = 1_024;
const BATCH_BYTES = 4 * 1_024 * 1_024;

/** Format 1: the first 22 bytes as now, reserved 2, key, value. */
const OLD_HEADER_BYTES = 24;
const SHARED_BYTES = REVISION_AT + WIDTH;

/**
 * Upgrades every entry of a file of format 1 in place: adds checksums. After a crash the next open continues. Needs free
 * space for a few batches.
 * @param tally the tally of the index of keys.
 */
export async function upgradeDisk(disk: Disk, tally: KeyTally): Promise<void> {
  const oldest = disk.oldestRevision();
  const newest = disk.lastRevision();
  for (let after = disk.upgradedTo(); after < newest; await nextTurn()) {
    const batch: [Revision, Buffer][] = [];
    let bytes = 0;
    for (const { key: revision, value } of disk.rawLog(after + 1, newest)) {
      const entry = upgraded(value, revision);
      // An invalid entry was damaged before: it stays unchanged, and is reported when it is read.
      if (entry) batch.push([revision, revision === newest ? withTally(entry, tally) : entry]);
      after = revision;
      bytes += value.length;
      if (batch.length >= BATCH_ENTRIES || bytes >= BATCH_BYTES) break;
    }
    await disk.transaction((changes) => changes.upgrade(batch, after));
    disk.refresh();
  }
  await disk.transaction((changes) => changes.finish(oldest));
  disk.refresh();
}

/** Undefined for bytes that are not an entry of that revision. */
function upgraded(old: Buffer, revision: Revision, tally: KeyTally = EMPTY_TALLY): Buffer | undefined {
  const isEntry =
    old.length >= OLD_HEADER_BYTES &&
    old.readUIntBE(REVISION_AT, WIDTH) === revision &&
    OLD_HEADER_BYTES + old.readUInt16BE(KEY_LENGTH_AT) <= old.length;
  if (!isEntry) return undefined;
  const entry = Buffer.alloc(HEADER_BYTES + old.length - OLD_HEADER_BYTES + CHECKSUM_BYTES);
  entry.set(old.subarray(0, SHARED_BYTES));
  entry.set(old.subarray(OLD_HEADER_BYTES), HEADER_BYTES);
  return withTally(sealed(entry), tally);
}
