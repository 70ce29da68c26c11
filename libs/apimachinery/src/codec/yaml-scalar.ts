import { isOtherType } from './yaml-quoting.js';

/** Longer lines are folded at their next space. */
export const LINE_CHARACTERS = 80;

/**
 * What a string without quotes cannot have: control characters, line breaks of YAML 1.1, characters outside the basic
 * plane, comments, colons before a space. Two characters at most.
 */
export const NOT_PLAIN_INSIDE =
  // eslint-disable-next-line no-control-regex
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]| #|: /;
/** As `NOT_PLAIN_INSIDE`, at the beginning: spaces and indicators. */
const NOT_PLAIN_AT_START = /^(?:[ #,[\]{}&*!|>'"%@`]|[-?](?: |$)|---|\.\.\.)/;
/** What strings in single quotes and blocks cannot have. */
// eslint-disable-next-line no-control-regex
export const NOT_PRINTED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/;
/** A space at the end of a line that is not the last. */
export const SPACE_BEFORE_BREAK = / \n/;
/** A break before a line that is not empty. */
const LINE_START = /\n(?!\n|$)/g;
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
  if (!isNotPlainAtEnds(text) && !NOT_PLAIN_INSIDE.test(text)) return text;
  return NOT_PRINTED.test(text) || text.includes('\n') ? doubleQuoted(text) : `'${singleEscaped(text)}'`;
}

/** Whether the string cannot be without quotes, by its first and last characters. */
export const isNotPlainAtEnds = (text: string): boolean =>
  NOT_PLAIN_AT_START.test(text) || text.endsWith(' ') || text.endsWith(':');

function literal(text: string, indent: string): string {
  if (NOT_PRINTED.test(text) || SPACE_BEFORE_BREAK.test(text) || text.endsWith(' ')) return doubleQuoted(text);
  const { header, lines } = block(text);
  return header + indentedLines(lines, indent);
}

/** The first line of a literal block, and its others, each with the break before it. */
export function block(text: string): { readonly header: string; readonly lines: string } {
  const hint = text.startsWith(' ') || text.startsWith('\n') ? '2' : '';
  const endsWithBreak = text.endsWith('\n');
  const end = endsWithBreak ? (text === '\n' || text.endsWith('\n\n') ? '+' : '') : '-';
  return { header: `|${hint}${end}`, lines: `\n${endsWithBreak ? text.slice(0, -1) : text}` };
}

/** Empty lines, and a break at the end, get no indentation. */
export const indentedLines = (lines: string, indent: string): string => lines.replaceAll(LINE_START, `\n${indent}`);

export const doubleQuoted = (text: string): string => `"${doubleEscaped(text)}"`;

/** What is between double quotes. */
export const doubleEscaped = (text: string): string => text.replaceAll(ESCAPED, escaped);

/** What is between single quotes. */
export const singleEscaped = (text: string): string => text.replaceAll("'", "''");

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return `\\${short}`;
  const code = character.codePointAt(0)!;
  const [letter, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** Breaks a line at spaces beyond the width; a reader joins the parts with a space. */
function folded(written: string, indent: string, column: number): string {
  let text = '';
  for (const part of foldedParts(written, indent, column)) text += part;
  return text;
}

/** Spaces looked at for one part. */
const SPACES_PER_PART = 1_024;

/** As `folded`, in parts of a line at most, some of them empty. */
export function* foldedParts(written: string, indent: string, column: number): Generator<string> {
  const isDouble = written.startsWith('"');
  const isQuoted = isDouble || written.startsWith("'");
  let from = 0;
  let line = column;
  let spaces = 0;
  for (let space = written.indexOf(' '); space >= 0; space = written.indexOf(' ', space + 1)) {
    if (++spaces % SPACES_PER_PART === 0) yield '';
    if (line + space - from <= LINE_CHARACTERS || written[space - 1] === ' ') continue;
    if (isQuoted && (space === 1 || space === written.length - 2)) continue;
    const isSpaceNext = written[space + 1] === ' ';
    if (isSpaceNext && !isDouble) continue;
    // A reader drops spaces at the beginning of a line that are not escaped.
    yield `${written.slice(from, space)}\n${indent}${isSpaceNext ? '\\' : ''}`;
    from = space + 1;
    line = indent.length + (isSpaceNext ? 1 : 0);
  }
  yield written.slice(from);
}
