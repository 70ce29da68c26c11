import { TransportError } from '../errors/transport-error.js';

/** Maximum length of a watch line, and of the answer of a call: it has one object or a page, and bodies are limited far below this. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const EMPTY = Buffer.alloc(0);

/**
 * Splits a stream of bytes into lines of JSON, independent of chunk boundaries. Lines are split as bytes: a newline never
 * occurs inside a UTF-8 sequence, so no character is split.
 */
export class JsonLines {
  /** The start of the line that is not complete, a copy: a chunk may be a byte of a large buffer. */
  private pending: Buffer = EMPTY;
  private pendingBytes = 0;

  constructor(private readonly maxLineBytes = MAX_LINE_BYTES) {}

  /** Lines that `chunk` completes, valid until the next call; no empty ones. @throws TransportError Protocol: a line that is too long. */
  *push(chunk: Uint8Array): Generator<Buffer, void, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = this.take(chunk.subarray(start, end));
      start = end + 1;
      if (!isBlank(line)) yield line;
    }
    this.keep(chunk.subarray(start));
  }

  /** What follows the last newline; undefined when there is nothing. */
  end(): Buffer | undefined {
    const line = this.take(EMPTY);
    return isBlank(line) ? undefined : line;
  }

  private keep(bytes: Uint8Array): void {
    const length = this.lengthWith(bytes);
    if (length > this.pending.length) {
      const longer = Buffer.allocUnsafe(Math.max(length, 2 * this.pending.length));
      this.pending.copy(longer, 0, 0, this.pendingBytes);
      this.pending = longer;
    }
    this.pending.set(bytes, this.pendingBytes);
    this.pendingBytes = length;
  }

  /** The line that ends with `bytes`. */
  private take(bytes: Uint8Array): Buffer {
    const length = this.lengthWith(bytes);
    if (this.pendingBytes === 0) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.keep(bytes);
    const line = this.pending.subarray(0, length);
    this.pending = EMPTY;
    this.pendingBytes = 0;
    return line;
  }

  private lengthWith(bytes: Uint8Array): number {
    const length = this.pendingBytes + bytes.length;
    if (length <= this.maxLineBytes) return length;
    throw new TransportError('Protocol', `a line of the watch is longer than ${this.maxLineBytes} bytes`);
  }
}

/** Spaces, tabs and returns only. */
function isBlank(line: Buffer): boolean {
  for (const byte of line) if (byte > SPACE) return false;
  return true;
}
