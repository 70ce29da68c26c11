import type { Stored } from '../storage.js';

/** Layout of an item, big-endian: key length 2, revision 6, value length 4; then the key in UTF-8, then the value. */
const ITEM_HEADER_BYTES = 12;
const REVISION_AT = 2;
const REVISION_BYTES = 6;
const VALUE_LENGTH_AT = 8;

/** The bytes of an item in a backup; also what is compared to tell whether two stores hold the same. */
export function encodeItem({ key, value, revision }: Stored): Buffer {
  const keyBytes = Buffer.byteLength(key, 'utf8');
  const item = Buffer.allocUnsafe(ITEM_HEADER_BYTES + keyBytes + value.length);
  item.writeUInt16BE(keyBytes, 0);
  item.writeUIntBE(revision, REVISION_AT, REVISION_BYTES);
  item.writeUInt32BE(value.length, VALUE_LENGTH_AT);
  item.write(key, ITEM_HEADER_BYTES, keyBytes, 'utf8');
  item.set(value, ITEM_HEADER_BYTES + keyBytes);
  return item;
}

/** The items of a frame, whose bytes they share. @throws RangeError when the bytes are not whole items. */
export function* decodeItems(bytes: Buffer): Generator<Stored> {
  for (let at = 0; at < bytes.length;) {
    const keyStart = at + ITEM_HEADER_BYTES;
    const valueStart = keyStart + bytes.readUInt16BE(at);
    const end = valueStart + bytes.readUInt32BE(at + VALUE_LENGTH_AT);
    if (end > bytes.length) throw new RangeError('an item is longer than its frame');
    const revision = bytes.readUIntBE(at + REVISION_AT, REVISION_BYTES);
    yield { key: bytes.toString('utf8', keyStart, valueStart), value: bytes.subarray(valueStart, end), revision };
    at = end;
  }
}
