import { crc32 } from 'node:zlib';

import type { Revision, Value } from '../storage.js';
import { EMPTY_TALLY, type KeyTally, tallyAfter } from './key-tally.js';

/**
 * Types of log entries. `Purge` is a delete whose event has the value of the entry it replaced, which is not written again.
 * `DeleteUnchanged` is the same with the delete's revision inserted: most deletes change nothing else, and a delete that needs little
 * space is possible on a nearly full disk. Its value is the byte offset of the revision's digits.
 */
export enum EntryType {
  Put = 1,
  Delete = 2,
  Purge = 3,
  DeleteUnchanged = 4,
}

/**
 * Layout, big-endian: type 1, reserved 1, key length 2, time in milliseconds 6, previous revision 6 (0: none), own revision 6, tally
 * after the write (`key-tally.ts`): keys 4, digest 6; then the key in UTF-8, the value, and a CRC-32 of everything before it.
 */
export const HEADER_BYTES = 32;
export const CHECKSUM_BYTES = 4;
export const KEY_LENGTH_AT = 2;
export const TIME_AT = 4;
export const PREVIOUS_AT = 10;
export const REVISION_AT = 16;
const KEYS_AT = 22;
const DIGEST_AT = 26;
/** Size of a revision, a time, a digest. */
export const WIDTH = 6;
const MIN_ENTRY_BYTES = HEADER_BYTES + CHECKSUM_BYTES;
const MAX_KEYS = 2 ** 32 - 1;

/** Largest revision of the layout. */
export const MAX_REVISION: Revision = 2 ** (8 * WIDTH) - 1;

export interface EntryHeader {
  readonly type: EntryType;
  readonly keyBytes: number;
  readonly timeMs: number;
  /** Previous revision of the key; 0 when it was new. */
  readonly previous: Revision;
  /** Size of the whole entry. */
  readonly entryBytes: number;
}

export interface EntryFacts {
  readonly type: EntryType;
  readonly key: string;
  readonly timeMs: number;
  readonly previous: Revision;
  readonly revision: Revision;
}

const NO_VALUE: Value = { bytes: new Uint8Array(0), revisionAt: undefined };

/**
 * HOT PATH (bench: create): the only copy of a value's bytes. The entry has its own memory (no shared pool), since the
 * writer, the watches and a cache keep its value part: a small value must not keep a larger buffer alive.
 * @param before the tally before the write.
 */
export function encodeEntry(
  facts: EntryFacts,
  keyBytes: number,
  { bytes, revisionAt }: Value = NO_VALUE,
  before: KeyTally = EMPTY_TALLY,
): Buffer {
  const valueStart = HEADER_BYTES + keyBytes;
  const digits = revisionAt === undefined ? '' : String(facts.revision);
  const valueEnd = valueStart + bytes.length + digits.length;
  const entry = Buffer.allocUnsafeSlow(valueEnd + CHECKSUM_BYTES);
  entry[0] = facts.type;
  entry[1] = 0;
  entry.writeUInt16BE(keyBytes, KEY_LENGTH_AT);
  entry.writeUIntBE(facts.timeMs, TIME_AT, WIDTH);
  entry.writeUIntBE(facts.previous, PREVIOUS_AT, WIDTH);
  entry.writeUIntBE(facts.revision, REVISION_AT, WIDTH);
  entry.write(facts.key, HEADER_BYTES, keyBytes, 'utf8');
  const pointer = facts.type === EntryType.Put ? pointerOf(entry) : undefined;
  writeTally(entry, tallyAfter(before, entry.subarray(HEADER_BYTES, valueStart), pointer, facts.previous));
  if (revisionAt === undefined) {
    entry.set(bytes, valueStart);
  } else {
    entry.set(bytes.subarray(0, revisionAt), valueStart);
    entry.write(digits, valueStart + revisionAt, 'latin1');
    entry.set(bytes.subarray(revisionAt), valueStart + revisionAt + digits.length);
  }
  return sealed(entry);
}

/** An entry without a key, for a newest revision that no item has. */
export function encodePlaceholder(revision: Revision, timeMs: number, tally: KeyTally): Buffer {
  const entry = encodeEntry({ type: EntryType.Delete, key: '', timeMs, previous: 0, revision }, 0);
  writeTally(entry, tally);
  return sealed(entry);
}

/** A copy of the entry with another tally. */
export function withTally(entry: Buffer, tally: KeyTally): Buffer {
  const changed = Buffer.from(entry);
  writeTally(changed, tally);
  return sealed(changed);
}

function writeTally(entry: Buffer, { keys, digest }: KeyTally): void {
  entry.writeUInt32BE(Math.min(Math.max(keys, 0), MAX_KEYS), KEYS_AT);
  entry.writeUIntBE(digest, DIGEST_AT, WIDTH);
}

/** Writes the checksum at the end. */
export function sealed(entry: Buffer): Buffer {
  const end = entry.length - CHECKSUM_BYTES;
  entry.writeUInt32BE(crc32(entry.subarray(0, end)), end);
  return entry;
}

/**
 * What is wrong with an entry; undefined when it is undamaged. HOT PATH (bench: start): one checksum.
 * @param revision its key in the log.
 */
export function damageOf(entry: Buffer, revision: Revision): string | undefined {
  const end = entry.length - CHECKSUM_BYTES;
  if (entry.length < MIN_ENTRY_BYTES) return `${entry.length} bytes are not an entry`;
  if (crc32(entry.subarray(0, end)) !== entry.readUInt32BE(end)) return 'wrong checksum';
  const own = entry.readUIntBE(REVISION_AT, WIDTH);
  return own === revision ? undefined : `it is the entry of revision ${own}`;
}

/** The tally after the write of an undamaged entry. */
export const tallyOf = (entry: Buffer): KeyTally => ({
  keys: entry.readUInt32BE(KEYS_AT),
  digest: entry.readUIntBE(DIGEST_AT, WIDTH),
});

/** The pointer of a key to this entry: the entry's revision, decoded by `decodePointer`. */
export const pointerOf = (entry: Buffer): Buffer => entry.subarray(REVISION_AT, REVISION_AT + WIDTH);

/** The pointer to a revision. */
export function pointerTo(revision: Revision): Buffer {
  const pointer = Buffer.allocUnsafe(WIDTH);
  pointer.writeUIntBE(revision, 0, WIDTH);
  return pointer;
}

export const decodePointer = (pointer: Buffer): Revision => pointer.readUIntBE(0, WIDTH);

export function decodeHeader(entry: Buffer): EntryHeader {
  return {
    type: entry[0] as EntryType,
    keyBytes: entry.readUInt16BE(KEY_LENGTH_AT),
    timeMs: entry.readUIntBE(TIME_AT, WIDTH),
    previous: entry.readUIntBE(PREVIOUS_AT, WIDTH),
    entryBytes: entry.length,
  };
}

/** The value of an entry, sharing its memory. */
export const valueOf = (entry: Buffer): Buffer =>
  entry.subarray(HEADER_BYTES + entry.readUInt16BE(KEY_LENGTH_AT), entry.length - CHECKSUM_BYTES);

/** The key of an entry. */
export const decodeKey = (entry: Buffer): string =>
  entry.toString('utf8', HEADER_BYTES, HEADER_BYTES + entry.readUInt16BE(KEY_LENGTH_AT));
