import { isOtherTypeSteps } from './yaml-quoting.js';
import {
  block,
  doubleEscaped,
  foldedParts,
  indentedLines,
  isNotPlainAtEnds,
  LINE_CHARACTERS,
  NOT_PLAIN_INSIDE,
  NOT_PRINTED,
  singleEscaped,
  SPACE_BEFORE_BREAK,
} from './yaml-scalar.js';

/** How a string is written. */
type Form = 'plain' | 'single' | 'double' | 'block';

/** Columns of indentation that take as long as a character. */
const COLUMNS_PER_CHARACTER = 8;

/**
 * As `yamlText`, in pieces, for a string that would hold the event loop. Some pieces are empty: other work may run after each.
 * @param stepCharacters characters read for one piece. A piece may have ten times as many.
 */
export function* longYamlText(
  text: string,
  indent: string,
  column: number,
  stepCharacters: number,
): Generator<string, void> {
  const form = yield* formOf(text, stepCharacters);
  if (form === 'block') yield* blockPieces(text, indent, stepCharacters);
  else yield* linePieces(yield* written(text, form, stepCharacters), indent, column, stepCharacters);
}

function* formOf(text: string, stepCharacters: number): Generator<string, Form> {
  if (text.includes('\n')) {
    const isQuoted =
      text.endsWith(' ') ||
      (yield* has(text, SPACE_BEFORE_BREAK, stepCharacters)) ||
      (yield* has(text, NOT_PRINTED, stepCharacters));
    return isQuoted ? 'double' : 'block';
  }
  if (yield* isOtherTypeSteps(text, stepCharacters)) return 'double';
  if (!isNotPlainAtEnds(text) && !(yield* has(text, NOT_PLAIN_INSIDE, stepCharacters))) return 'plain';
  return (yield* has(text, NOT_PRINTED, stepCharacters)) ? 'double' : 'single';
}

/** @param pattern matches at most two characters. */
function* has(text: string, pattern: RegExp, stepCharacters: number): Generator<string, boolean> {
  for (let at = 0; at < text.length; at += stepCharacters) {
    if (pattern.test(text.slice(at, at + stepCharacters + 1))) return true;
    yield '';
  }
  return false;
}

function* blockPieces(text: string, indent: string, stepCharacters: number): Generator<string, void> {
  const { header, lines } = block(text);
  yield header;
  const length = Math.ceil(stepCharacters / (1 + indent.length / COLUMNS_PER_CHARACTER));
  for (let at = 0; at < lines.length; at += length) {
    const end = at + length;
    const part = lines.slice(at, end);
    // Whether the line after the last break is empty is not known within the part.
    const beginsLine = part.endsWith('\n') && end < lines.length && lines[end] !== '\n';
    yield indentedLines(part, indent) + (beginsLine ? indent : '');
  }
}

/** The string on one line, in quotes if it needs them. */
function* written(
  text: string,
  form: 'plain' | 'single' | 'double',
  stepCharacters: number,
): Generator<string, string> {
  if (form === 'plain') return text;
  const [quote, escaped] = form === 'single' ? ["'", singleEscaped] : ['"', doubleEscaped];
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = beforePair(text, at + stepCharacters);
    parts.push(escaped(text.slice(at, end)));
    at = end;
    yield '';
  }
  return `${quote}${parts.join('')}${quote}`;
}

/** The offset, or the next one when it is within a surrogate pair. */
function beforePair(text: string, at: number): number {
  const isWithin = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isWithin ? at + 1 : at;
}

function* linePieces(line: string, indent: string, column: number, stepCharacters: number): Generator<string, void> {
  if (line.length + column <= LINE_CHARACTERS) return yield line;
  let piece = '';
  for (const part of foldedParts(line, indent, column)) {
    if (part === '') yield '';
    // A line without spaces is one part. Characters of two units were escaped.
    for (let at = 0; at < part.length; at += stepCharacters) {
      piece += part.slice(at, at + stepCharacters);
      if (piece.length < stepCharacters) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece;
}
