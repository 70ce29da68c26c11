import { isOtherType } from './yaml-quoting.js';

/** Longer lines are folded at their next space. */
const LINE_CHARACTERS = 80;

/**
 * What a string without quotes cannot have: control characters, line breaks of YAML 1.1, characters outside the basic
 * plane, spaces at an end, comments, colons before a space, indicators at its beginning.
 */
const NOT_PLAIN =
  // eslint-disable-next-line no-control-regex
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|^ | $| #|:(?: |$)|^[#,[\]{}&*!|>'"%@`]|^[-?](?: |$)|^---|^\.\.\./;
/** What strings in single quotes and blocks cannot have. */
// eslint-disable-next-line no-control-regex
const NOT_PRINTED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/;
/** A space at the end of a line, or of the text. */
const ENDS_WITH_SPACE = / (?:\n|$)/;
/** As `NOT_PRINTED`, and what has a meaning in double quotes. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"\\]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\0': '0', '\x07': 'a', '\b': 'b', '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r', '\x1b': 'e' },
  ...{ '"': '"', '\\': '\\', '\x85': 'N', '\u2028': 'L', '\u2029': 'P' },
};

/**
 * A string in YAML: plain where it stays a string for every parser, else quoted; lines become a literal block.
 * @param indent of its further lines.
 * @param column of its first character, from 0.
 */
export function yamlText(text: string, indent: string, column: number): string {
  const written = text.includes('\n') ? literal(text, indent) : yamlLine(text);
  return written.length + column > LINE_CHARACTERS && !written.startsWith('|')
    ? folded(written, indent, column)
    : written;
}

/** A string on one line of any length, for a key. */
export function yamlLine(text: string): string {
  if (isOtherType(text)) return doubleQuoted(text);
  if (!NOT_PLAIN.test(text)) return text;
  return NOT_PRINTED.test(text) || text.includes('\n') ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
}

function literal(text: string, indent: string): string {
  if (NOT_PRINTED.test(text) || ENDS_WITH_SPACE.test(text)) return doubleQuoted(text);
  const hint = text.startsWith(' ') || text.startsWith('\n') ? '2' : '';
  const endsWithBreak = text.endsWith('\n');
  const end = endsWithBreak ? (text === '\n' || text.endsWith('\n\n') ? '+' : '') : '-';
  const lines = `\n${endsWithBreak ? text.slice(0, -1) : text}`;
  return `|${hint}${end}${lines.replaceAll(/\n(?!\n|$)/g, `\n${indent}`)}`;
}

export const doubleQuoted = (text: string): string => `"${text.replaceAll(ESCAPED, escaped)}"`;

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return `\\${short}`;
  const code = character.codePointAt(0)!;
  const [letter, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** Breaks a line at spaces beyond the width; a reader joins the parts with a space. */
function folded(written: string, indent: string, column: number): string {
  const isDouble = written.startsWith('"');
  const isQuoted = isDouble || written.startsWith("'");
  let from = 0;
  let line = column;
  let text = '';
  for (let space = written.indexOf(' '); space >= 0; space = written.indexOf(' ', space + 1)) {
    if (line + space - from <= LINE_CHARACTERS || written[space - 1] === ' ') continue;
    if (isQuoted && (space === 1 || space === written.length - 2)) continue;
    const isSpaceNext = written[space + 1] === ' ';
    if (isSpaceNext && !isDouble) continue;
    // A reader drops spaces at the beginning of a line that are not escaped.
    text += `${written.slice(from, space)}\n${indent}${isSpaceNext ? '\\' : ''}`;
    from = space + 1;
    line = indent.length + (isSpaceNext ? 1 : 0);
  }
  return text + written.slice(from);
}
