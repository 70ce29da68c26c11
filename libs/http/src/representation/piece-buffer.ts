import { StepTime } from '@orch/apimachinery';
import { awaited, type Piece } from './pieces.js';

/** Size of a piece: a few milliseconds of work, and what a socket writes at once. */
const PIECE_BYTES = 128 * 1_024;
/** Limit for short items, which cost time too. */
const PIECE_ITEMS = 256;
const FIRST_BYTES = 4_096;
/** Maximum UTF-8 bytes of a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** Collects a document that is written sequentially. */
export class PieceBuffer {
  private buffer = Buffer.allocUnsafe(FIRST_BYTES);
  private used = 0;

  /** Bytes since the last `take`. */
  get length(): number {
    return this.used;
  }

  text(text: string): void {
    this.reserve(text.length * BYTES_PER_UNIT);
    this.used += this.buffer.write(text, this.used, 'utf8');
  }

  bytes(bytes: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    this.used += bytes.copy(this.buffer, this.used, start, end);
  }

  /** The bytes written so far, as a piece that is not modified afterwards. */
  take(): Buffer {
    const piece = this.buffer.subarray(0, this.used);
    this.buffer = Buffer.allocUnsafe(Math.max(this.used, FIRST_BYTES));
    this.used = 0;
    return piece;
  }

  private reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.used + bytes));
    this.buffer.copy(grown, 0, 0, this.used);
    this.buffer = grown;
  }
}

/** JSON parsed for one piece: parsing takes some milliseconds, however short the output is. */
const READ_BYTES = 256 * 1_024;

/**
 * A document of many items in pieces, each item written when its piece is requested. A piece ends by its size, and by the time that it took.
 * @param write adds an item. @returns how many bytes of JSON it read for that.
 * @param encoded the bytes of an item that is encoded elsewhere; undefined: it is written here.
 */
export function* writtenPieces<T>(
  start: string,
  items: readonly T[],
  write: (item: T, out: PieceBuffer) => number,
  end: string,
  encoded: (item: T) => Promise<Buffer> | undefined = () => undefined,
): Generator<Piece> {
  const out = new PieceBuffer();
  out.text(start);
  const time = new StepTime();
  for (let at = 0, sinceTake = 0, readBytes = 0; at < items.length; at++) {
    if (at > 0) out.text(',');
    const encoding = encoded(items[at]!);
    if (encoding) {
      const bytes = yield* awaited(encoding);
      out.bytes(bytes, 0, bytes.length);
    } else readBytes += write(items[at]!, out);
    if (out.length < PIECE_BYTES && readBytes < READ_BYTES && ++sinceTake < PIECE_ITEMS && !time.isOver) continue;
    sinceTake = 0;
    readBytes = 0;
    yield out.take();
    time.begin();
  }
  out.text(end);
  yield out.take();
}
