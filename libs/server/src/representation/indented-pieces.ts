import { PieceBuffer } from './piece-buffer.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** JSON without blanks, in pieces cut anywhere, for people to read: as `JSON.stringify` indents it by two, piece by piece. */
export function* indentedPieces(pieces: Iterable<Buffer>): Generator<Buffer> {
  const out = new PieceBuffer();
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** Whether nothing stands yet in what was opened last. */
  let opened = false;
  for (const piece of pieces) {
    let from = 0;
    const breakLine = (at: number): void => {
      out.bytes(piece, from, at);
      out.text(`\n${'  '.repeat(depth)}`);
      from = at;
    };
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inText = false;
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
}
