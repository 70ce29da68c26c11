const VARINT = 0;
const LENGTH_DELIMITED = 2;

/**
 * The length-delimited fields of a protobuf message, by number; the last of each wins. Independent of the code under
 * test, so that both do not share errors. @throws RangeError for bytes that are not a message.
 */
export function protobufFields(message: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (wireType === VARINT) varint();
    else if (wireType === LENGTH_DELIMITED) {
      const length = varint();
      if (at + length > message.length) throw new RangeError(`field ${number} ends behind its message`);
      fields.set(number, message.subarray(at, at + length));
      at += length;
    } else throw new RangeError(`field ${number} is of wire type ${wireType}`);
  }
  return fields;
}
