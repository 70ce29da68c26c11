/** Characters of one piece: a few milliseconds of work. */
const PIECE_CHARACTERS = 128 * 1_024;

/** A document of many items as pieces of text, each item written when its piece is asked for. */
export function* textPieces<T>(
  start: string,
  items: readonly T[],
  write: (item: T) => string,
  end: string,
): Generator<Buffer> {
  let text = start;
  for (let at = 0; at < items.length; at++) {
    if (at > 0) text += ',';
    text += write(items[at]!);
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + end);
}
