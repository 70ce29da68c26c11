import type { Stored } from '../storage.js';
import { HIGH_REVISION } from './backup-content.js';

/**
 * Layout of an item, big-endian: the five high bits of the revision, key length in eleven bits, revision 6, value length 4; then the
 * key in UTF-8, then the value. Keys have 1,024 bytes at most, so in format 1 those five bits are zero, and both formats have one decoder.
 */
const ITEM_HEADER_BYTES = 12;
const REVISION_AT = 2;
const REVISION_BYTES = 6;
const VALUE_LENGTH_AT = 8;
const KEY_LENGTH_BITS = 11;
const KEY_LENGTH_MASK = 2 ** KEY_LENGTH_BITS - 1;

/** The bytes of an item in a backup; also the input of `ItemDigest`. */
export function encodeItem({ key, value, revision }: Stored): Buffer {
  const keyBytes = Buffer.byteLength(key, 'utf8');
  const item = Buffer.allocUnsafe(ITEM_HEADER_BYTES + keyBytes + value.length);
  item.writeUInt16BE((Math.floor(revision / HIGH_REVISION) << KEY_LENGTH_BITS) | keyBytes, 0);
  item.writeUIntBE(revision % HIGH_REVISION, REVISION_AT, REVISION_BYTES);
  item.writeUInt32BE(value.length, VALUE_LENGTH_AT);
  item.write(key, ITEM_HEADER_BYTES, keyBytes, 'utf8');
  item.set(value, ITEM_HEADER_BYTES + keyBytes);
  return item;
}

/** Decodes the items of a frame, sharing its memory. @throws RangeError for an incomplete item or an empty key. */
export function* decodeItems(bytes: Buffer): Generator<Stored> {
  for (let at = 0; at < bytes.length;) {
    const keyStart = at + ITEM_HEADER_BYTES;
    const head = bytes.readUInt16BE(at);
    const valueStart = keyStart + (head & KEY_LENGTH_MASK);
    if (valueStart === keyStart) throw new RangeError('an item without a key');
    const end = valueStart + bytes.readUInt32BE(at + VALUE_LENGTH_AT);
    if (end > bytes.length) throw new RangeError('an item is longer than its frame');
    const above = (head >>> KEY_LENGTH_BITS) * HIGH_REVISION;
    const revision = above + bytes.readUIntBE(at + REVISION_AT, REVISION_BYTES);
    yield { key: bytes.toString('utf8', keyStart, valueStart), value: bytes.subarray(valueStart, end), revision };
    at = end;
  }
}
