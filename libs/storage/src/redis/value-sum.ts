import { crc32 as crc32OfSome } from 'node:zlib';

import type { Revision, Value } from '../storage.js';

/**
 * The checksum of a value as stored in `:sums`: a CRC-32 of key and value, in hexadecimal, followed by `:` and the byte offset of the
 * revision if the value has one. Its digits are excluded, since the writer does not know them yet. They are compared on read.
 */
export function sumOf(key: string, { bytes, revisionAt }: Value): string {
  const ofKey = crc32(`${key}\0`);
  if (revisionAt === undefined) return hex(crc32(bytes, ofKey));
  const head = crc32(bytes.subarray(0, revisionAt), ofKey);
  return `${hex(crc32(bytes.subarray(revisionAt), head))}:${revisionAt}`;
}

/**
 * What is wrong with the value of `key` at `revision`; undefined when it is undamaged. HOT PATH (bench: redis-start): two checksums.
 * @param sum null: the value was written by a release without checksums, and is not checked.
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

/** Buffer for key and head, so that one call covers both. */
const scratch = Buffer.allocUnsafe(4_096);

function sumOfHead(key: string, bytes: Buffer, length: number): number {
  if (3 * key.length + 1 + length > scratch.length) return crc32(bytes.subarray(0, length), crc32(`${key}\0`));
  const at = scratch.write(key);
  scratch[at] = 0;
  bytes.copy(scratch, at + 1, 0, length);
  return crc32OfSome(scratch.subarray(0, at + 1 + length));
}

/** The checksum of an entry of the stream, over type, key and previous revision. Its revision is checked by its position in the stream. */
export const checkOf = (type: 'p' | 'd', key: string, before: Revision): string =>
  hex(crc32(`${type} ${before} ${key}`));

/** Node's `crc32` returns 0 for an empty buffer without memory, instead of `start`. */
const crc32 = (bytes: Uint8Array | string, start = 0): number =>
  bytes.length === 0 ? start : crc32OfSome(bytes, start);

const hex = (sum: number): string => sum.toString(16);
