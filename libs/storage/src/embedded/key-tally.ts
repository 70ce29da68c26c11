import { crc32 } from 'node:zlib';

import type { Revision } from '../storage.js';

const DIGEST_RANGE = 2 ** 48;
const POINTER_BYTES = 6;
/** Scratch buffer for the pointer removed from the sum. */
const oldPointer = Buffer.alloc(POINTER_BYTES);

/**
 * The number of current keys, and a sum over each key with the revision it points at. Every entry of the log carries the tally after its
 * write, so the newest entry describes the index of keys: a key that is missing, added or points elsewhere is detected.
 */
export interface KeyTally {
  readonly keys: number;
  /** Below 2^48. */
  readonly digest: number;
}

export const EMPTY_TALLY: KeyTally = { keys: 0, digest: 0 };

/**
 * The tally after one write. HOT PATH (bench: create): three checksums of a few bytes.
 * @param key its bytes in UTF-8.
 * @param pointer the bytes of the write's own revision; undefined when the key is removed.
 * @param previous the previous revision of the key; 0 when it was new.
 */
export function tallyAfter(
  { keys, digest }: KeyTally,
  key: Buffer,
  pointer: Buffer | undefined,
  previous: Revision,
): KeyTally {
  const ofKey = crc32(key);
  let sum = digest;
  if (pointer) sum += crc32(pointer, ofKey);
  if (previous !== 0) {
    oldPointer.writeUIntBE(previous, 0, POINTER_BYTES);
    sum -= crc32(oldPointer, ofKey);
  }
  return {
    keys: keys + (pointer ? 1 : 0) - (previous === 0 ? 0 : 1),
    digest: (sum + DIGEST_RANGE) % DIGEST_RANGE,
  };
}

export const isSameTally = (a: KeyTally, b: KeyTally): boolean => a.keys === b.keys && a.digest === b.digest;
