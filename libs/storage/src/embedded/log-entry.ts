import type { Revision, Value } from '../storage.js';

/**
 * One change as it lies in the log. `Purge` is a delete that carries the value as it stood: its value is that of the entry
 * it replaced, so it is not written a second time.
 */
export enum EntryType {
  Put = 1,
  Delete = 2,
  Purge = 3,
}

/**
 * Layout, big-endian: type 1, reserved 1, key length 2, time in milliseconds 6, previous revision 6 (0: none), own revision 6,
 * reserved 2; then the key in UTF-8, then the value.
 */
export const HEADER_BYTES = 24;
const KEY_LENGTH_AT = 2;
const TIME_AT = 4;
const PREVIOUS_AT = 10;
const REVISION_AT = 16;
const WIDTH = 6;

/** What there is room for. */
export const MAX_REVISION: Revision = 2 ** (8 * WIDTH) - 1;

export interface EntryHeader {
  readonly type: EntryType;
  readonly keyBytes: number;
  readonly timeMs: number;
  /** What the key stood at before; 0 when it was new. */
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
 * HOT PATH (bench: storage-writes): the one copy of a value's bytes. The entry owns its memory (no shared pool), since its
 * value part is what the writer, the watches and a cache keep: a small value must not hold a larger buffer alive.
 */
export function encodeEntry(facts: EntryFacts, keyBytes: number, value: Value = NO_VALUE): Buffer {
  const { bytes, revisionAt } = value;
  const valueStart = HEADER_BYTES + keyBytes;
  const digits = revisionAt === undefined ? '' : String(facts.revision);
  const entry = Buffer.allocUnsafeSlow(valueStart + bytes.length + digits.length);
  entry[0] = facts.type;
  entry[1] = 0;
  entry.writeUInt16BE(keyBytes, KEY_LENGTH_AT);
  entry.writeUIntBE(facts.timeMs, TIME_AT, WIDTH);
  entry.writeUIntBE(facts.previous, PREVIOUS_AT, WIDTH);
  entry.writeUIntBE(facts.revision, REVISION_AT, WIDTH);
  entry.writeUInt16BE(0, HEADER_BYTES - 2);
  entry.write(facts.key, HEADER_BYTES, keyBytes, 'utf8');
  if (revisionAt === undefined) {
    entry.set(bytes, valueStart);
  } else {
    entry.set(bytes.subarray(0, revisionAt), valueStart);
    entry.write(digits, valueStart + revisionAt, 'latin1');
    entry.set(bytes.subarray(revisionAt), valueStart + revisionAt + digits.length);
  }
  return entry;
}

/** The bytes a key points at its entry with: the entry's own revision, as `decodePointer` reads it. */
export const pointerOf = (entry: Buffer): Buffer => entry.subarray(REVISION_AT, REVISION_AT + WIDTH);

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

/** Where the value begins in an entry. */
export const valueStartOf = (entry: Buffer): number => HEADER_BYTES + entry.readUInt16BE(KEY_LENGTH_AT);

/** The key inside an entry. */
export const decodeKey = (entry: Buffer, header: EntryHeader): string =>
  entry.toString('utf8', HEADER_BYTES, HEADER_BYTES + header.keyBytes);
