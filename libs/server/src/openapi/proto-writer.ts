const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/**
 * Collects the fields of one protobuf message. Small on purpose: the documents that need it are made once and cached.
 * Empty strings, zero and false are left out, as proto3 does.
 */
export class ProtoWriter {
  private readonly parts: Buffer[] = [];

  text(field: number, value: unknown): this {
    return typeof value === 'string' && value !== '' ? this.bytes(field, Buffer.from(value)) : this;
  }

  texts(field: number, values: unknown): this {
    if (Array.isArray(values)) for (const value of values) this.bytes(field, Buffer.from(String(value)));
    return this;
  }

  bool(field: number, value: unknown): this {
    if (value === true) this.parts.push(key(field, VARINT), Buffer.of(1));
    return this;
  }

  int(field: number, value: unknown): this {
    if (typeof value === 'number' && value !== 0) this.parts.push(key(field, VARINT), varint(value));
    return this;
  }

  double(field: number, value: unknown): this {
    if (typeof value !== 'number' || value === 0) return this;
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.parts.push(key(field, FIXED64), bytes);
    return this;
  }

  /** A message in a field. An empty message is written too: its presence says something. */
  message(field: number, message: ProtoWriter | undefined): this {
    return message ? this.bytes(field, message.finish()) : this;
  }

  finish(): Buffer {
    return Buffer.concat(this.parts);
  }

  private bytes(field: number, value: Buffer): this {
    this.parts.push(key(field, BYTES), varint(value.length), value);
    return this;
  }
}

const key = (field: number, wireType: number): Buffer => varint(field * 8 + wireType);

/** @param value not negative. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
