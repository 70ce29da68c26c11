const MIN_BYTES = 256;
/** Longer texts use the native encoder, whose call overhead exceeds its benefit on short ones. */
const SHORT_TEXT = 48;
const SLACK = 1.125;

/**
 * Writes a message from its end to its beginning, so that the length of nested content is known when it is written:
 * one pass, no copying. Callers therefore write content, then its length, then its tag, and fields,
 * list items and map entries last first.
 */
export class ProtobufWriter {
  private buffer: Buffer;
  private position: number;
  private taken = 0;

  /** @param expectedBytes how much will be written; more is possible. */
  constructor(expectedBytes = MIN_BYTES) {
    this.buffer = Buffer.allocUnsafe(Math.max(expectedBytes, MIN_BYTES));
    this.position = this.buffer.length;
  }

  /** Bytes written so far. The length of nested content is the difference of two looks. */
  get length(): number {
    return this.taken + this.buffer.length - this.position;
  }

  /** Bytes since the last `cut`. */
  get uncut(): number {
    return this.buffer.length - this.position;
  }

  /** @param value an integer; negative ones take ten bytes. */
  varint(value: number): void {
    if (value >= 0 && value < 0x80) {
      this.reserve(1);
      this.buffer[--this.position] = value;
    } else if (value < 0) this.bigVarint(BigInt(value));
    else {
      let size = 2;
      for (let rest = value / 0x4000; rest >= 1; rest /= 0x80) size++;
      this.reserve(size);
      let at = (this.position -= size);
      let rest = value;
      // Bitwise operators see 32 bits only.
      for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 0x80)) this.buffer[at++] = (rest % 0x80) | 0x80;
      for (; rest >= 0x80; rest >>>= 7) this.buffer[at++] = (rest & 0x7f) | 0x80;
      this.buffer[at] = rest;
    }
  }

  /** Of any 64-bit value. */
  bigVarint(value: bigint): void {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.raw(Uint8Array.from(bytes));
  }

  double(value: number): void {
    this.reserve(8);
    this.buffer.writeDoubleLE(value, (this.position -= 8));
  }

  uint32BigEndian(value: number): void {
    this.reserve(4);
    this.buffer.writeUInt32BE(value, (this.position -= 4));
  }

  /** Text with its length before it. */
  string(text: string): void {
    if (text.length <= SHORT_TEXT && this.shortAscii(text)) {
      this.varint(text.length);
      return;
    }
    const bytes = Buffer.byteLength(text, 'utf8');
    this.reserve(bytes);
    this.position -= bytes;
    this.buffer.write(text, this.position, bytes, 'utf8');
    this.varint(bytes);
  }

  /** Bytes, given as base64, with their length before them. */
  base64(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    this.raw(bytes);
    this.varint(bytes.length);
  }

  /** Bytes alone. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, (this.position -= bytes.length));
  }

  /** Removes and returns the bytes written since the last cut, so that a long message is never one large buffer. They precede earlier cuts. */
  cut(): Buffer {
    const piece = this.buffer.subarray(this.position);
    this.taken += piece.length;
    // As much again, and room for the item that ends the next piece: it grows by copying.
    this.buffer = Buffer.allocUnsafe(Math.max(Math.ceil(piece.length * SLACK), MIN_BYTES));
    this.position = this.buffer.length;
    return piece;
  }

  /** Everything since the last cut. The writer is used up. */
  finish(): Buffer {
    return this.buffer.subarray(this.position);
  }

  /** False, with nothing written, when `text` is more than ASCII. */
  private shortAscii(text: string): boolean {
    const { length } = text;
    this.reserve(length);
    const start = this.position - length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      this.buffer[start + i] = code;
    }
    this.position = start;
    return true;
  }

  /** A part of other bytes. */
  part(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.reserve(length);
    this.position -= length;
    if (length > SHORT_TEXT) bytes.copy(this.buffer, this.position, start, end);
    else for (let i = 0; i < length; i++) this.buffer[this.position + i] = bytes[start + i]!;
  }

  private reserve(bytes: number): void {
    if (this.position >= bytes) return;
    const { uncut } = this;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, uncut + bytes));
    this.buffer.copy(grown, grown.length - uncut, this.position);
    this.position = grown.length - uncut;
    this.buffer = grown;
  }
}
