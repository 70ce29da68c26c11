import { PieceBuffer } from './piece-buffer.js';
import type { Piece } from './pieces.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** Bytes read for one piece: a fraction of a millisecond of work. */
const READ_BYTES = 16 * 1_024;
/** Size of a piece: deeply nested lines have more indentation than content. */
const PIECE_BYTES = 64 * 1_024;

/**
 * Indents JSON by two as `JSON.stringify` does, with a line feed at the end. Pieces are small, so that other requests
 * run between them, and may be empty.
 * @param pieces JSON, split anywhere.
 */
export function indentedPieces(pieces: Iterable<Buffer>): Generator<Buffer>;
export function indentedPieces(pieces: Iterable<Piece>): Generator<Piece>;
export function* indentedPieces(pieces: Iterable<Piece>): Generator<Piece> {
  const out = new PieceBuffer();
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** Whether the innermost object or array is still empty. */
  let opened = false;
  for (const piece of pieces) {
    if (piece instanceof Promise) {
      yield piece;
      continue;
    }
    let from = 0;
    let readUntil = READ_BYTES;
    const breakLine = (at: number): void => {
      out.bytes(piece, from, at);
      out.text(`\n${'  '.repeat(depth)}`);
      from = at;
    };
    for (let at = 0; at < piece.length; at++) {
      if (at >= readUntil || out.length >= PIECE_BYTES) {
        out.bytes(piece, from, at);
        from = at;
        readUntil = at + READ_BYTES;
        yield out.take();
      }
      const byte = piece[at]!;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inText = false;
        continue;
      }
      if (byte <= SPACE) {
        out.bytes(piece, from, at);
        from = at + 1;
        continue;
      }
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        if (!opened) breakLine(at);
        opened = false;
        continue;
      }
      if (opened) breakLine(at);
      opened = byte === OPEN_BRACE || byte === OPEN_BRACKET;
      if (opened) depth++;
      else if (byte === QUOTE) inText = true;
      else if (byte === COMMA) breakLine(at + 1);
      else if (byte === COLON) {
        out.bytes(piece, from, at + 1);
        out.text(' ');
        from = at + 1;
      }
    }
    out.bytes(piece, from, piece.length);
    yield out.take();
  }
  out.text('\n');
  yield out.take();
}
