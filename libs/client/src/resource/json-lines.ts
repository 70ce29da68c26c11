import { TransportError } from '../errors/transport-error.js';

/** Maximum length of a watch line: an event has one object, and bodies are limited far below this. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Splits a stream of bytes into lines of JSON, independent of chunk boundaries. Bytes are decoded line by line: a newline never
 * occurs inside a UTF-8 sequence, so no character is split.
 */
export class JsonLines {
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  constructor(private readonly maxLineBytes = MAX_LINE_BYTES) {}

  /** Documents that `chunk` completes. @throws TransportError Protocol: invalid JSON, or a line that is too long. */
  *push(chunk: Uint8Array): Generator<unknown, void, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.take();
      if (line !== '') yield parseLine(line);
    }
    this.keep(chunk.subarray(start));
  }

  /**
   * The document after the last newline, when it is complete.
   * @throws TransportError Interrupted when the stream ended inside a document.
   */
  end(): unknown {
    const line = this.take();
    if (line === '') return undefined;
    try {
      return JSON.parse(line) as unknown;
    } catch (err) {
      throw new TransportError('Interrupted', 'the watch broke off inside an event', { cause: err });
    }
  }

  private keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.pendingBytes += bytes.length;
    if (this.pendingBytes > this.maxLineBytes) {
      throw new TransportError('Protocol', `a line of the watch is longer than ${this.maxLineBytes} bytes`);
    }
    this.pending.push(bytes);
  }

  private take(): string {
    const line = Buffer.concat(this.pending, this.pendingBytes).toString('utf8').trim();
    this.pending = [];
    this.pendingBytes = 0;
    return line;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (err) {
    throw new TransportError('Protocol', 'a line of the watch is not JSON', { cause: err });
  }
}
