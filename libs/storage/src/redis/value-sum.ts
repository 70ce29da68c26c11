import { crc32 as crc32OfSome } from 'node:zlib';

import type { Revision, Value } from '../storage.js';

/**
 * The checksum of a value as it lies in `:sums`: a CRC-32 of key and value, in hexadecimal, and where the revision belongs inside the value
 * `:` and its byte offset. Its digits are left out: who writes the value does not know them yet. They are compared when it is read.
 */
export function sumOf(key: string, { bytes, revisionAt }: Value): string {
  const ofKey = crc32(`${key}\0`);
  if (revisionAt === undefined) return hex(crc32(bytes, ofKey));
  const head = crc32(bytes.subarray(0, revisionAt), ofKey);
  return `${hex(crc32(bytes.subarray(revisionAt), head))}:${revisionAt}`;
}

/**
 * What is wrong with the value of `key` at `revision`; undefined when it is as it was written. HOT PATH (bench: redis-start): two checksums.
 * @param sum null: it was written by a release that made none, and cannot be checked.
 */
export function damageOf(key: string, revision: Revision, value: Buffer, sum: string | null): string | undefined {
  if (sum === null) return undefined;
  const colon = sum.indexOf(':');
  if (colon < 0) return sumOf(key, { bytes: value, revisionAt: undefined }) === sum ? undefined : WRONG;
  const from = Number(sum.slice(colon + 1));
  const digits = String(revision);
  const upTo = from + digits.length;
  if (value.toString('latin1', from, upTo) !== digits) return 'it does not hold its revision';
  const found = crc32(value.subarray(upTo), sumOfHead(key, value, from));
  return found === Number.parseInt(sum, 16) ? undefined : WRONG;
}

const WRONG = 'wrong checksum';

/** Key and head lie one behind the other here, so that one call does for both. */
const scratch = Buffer.allocUnsafe(4_096);

function sumOfHead(key: string, bytes: Buffer, length: number): number {
  if (3 * key.length + 1 + length > scratch.length) return crc32(bytes.subarray(0, length), crc32(`${key}\0`));
  const at = scratch.write(key);
  scratch[at] = 0;
  bytes.copy(scratch, at + 1, 0, length);
  return crc32OfSome(scratch.subarray(0, at + 1 + length));
}

/** The checksum of an entry of the stream, over what changed and how. Its revision is checked by its place among the others. */
export const checkOf = (type: 'p' | 'd', key: string, before: Revision): string =>
  hex(crc32(`${type} ${before} ${key}`));

/** That of no bytes is the start; the one of Node is 0 where an empty buffer has no memory. */
const crc32 = (bytes: Uint8Array | string, start = 0): number =>
  bytes.length === 0 ? start : crc32OfSome(bytes, start);

const hex = (sum: number): string => sum.toString(16);
