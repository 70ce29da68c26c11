/** Tags of DER (X.690) that certificates use. `[n]` has `CONTEXT + n`, and `CONSTRUCTED` more when elements are in it. */
export const TAG = {
  BOOLEAN: 0x01,
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  OBJECT_IDENTIFIER: 0x06,
  UTF8_STRING: 0x0c,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  BMP_STRING: 0x1e,
  SEQUENCE: 0x30,
  SET: 0x31,
  CONTEXT: 0x80,
  CONSTRUCTED: 0x20,
} as const;

/** Reads elements one after the other; it never looks outside of the given bytes. */
export class DerReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The tag of the next element; undefined at the end. */
  get nextTag(): number | undefined {
    return this.bytes[this.at];
  }

  /** The content of the next element. @throws Error when it has another tag, or does not end within the bytes. */
  read(tag: number): Uint8Array {
    if (this.nextTag !== tag) {
      const found = this.nextTag === undefined ? 'nothing' : `tag ${this.nextTag}`;
      throw new Error(`It is damaged: ${found} at byte ${this.at} instead of tag ${tag}.`);
    }
    return this.readAny();
  }

  readOptional(tag: number): Uint8Array | undefined {
    return this.nextTag === tag ? this.readAny() : undefined;
  }

  /** The elements in the next one. */
  enter(tag: number): DerReader {
    return new DerReader(this.read(tag));
  }

  /** The content of the next element, whatever its tag is. */
  readAny(): Uint8Array {
    const start = this.at;
    const tag = this.byte();
    if ((tag & 0x1f) === 0x1f) throw new Error(`It is damaged: a tag of several bytes at byte ${start}.`);
    const length = this.length();
    if (length > this.bytes.length - this.at)
      throw new Error(`It is damaged: the element at byte ${start} is cut off.`);
    const content = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return content;
  }

  private length(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new Error(`It is damaged: no length at byte ${this.at - 1}.`);
    let length = 0;
    for (let index = 0; index < count; index++) length = length * 256 + this.byte();
    return length;
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error('It is damaged: it ends too early.');
    this.at++;
    return byte;
  }
}
