import { TransportError } from '../errors/transport-error.js';

/** Maximum length of a watch line, and of the answer of a call: it has one object or a page, and bodies are limited far below this. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * Splits a stream of bytes into lines of JSON, independent of chunk boundaries. Bytes are decoded line by line: a newline never
 * occurs inside a UTF-8 sequence, so no character is split.
 */
export class JsonLines {
  /** The start of the line that is not complete, a copy: a chunk may be a byte of a large buffer. */
  private pending: Buffer = EMPTY;
  private pendingBytes = 0;

  constructor(private readonly maxLineBytes = MAX_LINE_BYTES) {}

  /** Documents that `chunk` completes. @throws TransportError Protocol: invalid JSON, or a line that is too long. */
  *push(chunk: Uint8Array): Generator<unknown, void, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = this.take(chunk.subarray(start, end));
      start = end + 1;
      if (line !== '') yield parseLine(line);
    }
    this.keep(chunk.subarray(start));
  }

  /**
   * The document after the last newline, when it is complete.
   * @throws TransportError Interrupted when the stream ended inside a document.
   */
  end(): unknown {
    const line = this.take(EMPTY);
    if (line === '') return undefined;
    try {
      return JSON.parse(line) as unknown;
    } catch (err) {
      throw new TransportError('Interrupted', 'the watch broke off inside an event', { cause: err });
    }
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
  private take(bytes: Uint8Array): string {
    const length = this.lengthWith(bytes);
    if (this.pendingBytes === 0) return textOf(bytes);
    this.keep(bytes);
    const line = textOf(this.pending.subarray(0, length));
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

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').trim();

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (err) {
    throw new TransportError('Protocol', 'a line of the watch is not JSON', { cause: err });
  }
}
