/** One problem of an expression. */
export interface Issue {
  /** Offset in the source text, in UTF-16 units, or `NOWHERE`. */
  readonly pos: number;
  readonly message: string;
}

/** Position of a problem of the whole expression. */
export const NOWHERE = -1;

export const MAX_ISSUES = 100;
/** Longest text of all problems: each shows its whole line. */
const MAX_TEXT = 65_536;

/**
 * Renders problems with the line of the source and a mark, as cel-go prints them:
 * `ERROR: <input>:1:5: undefined field 'x'\n | self.x\n | ....^`.
 */
export function renderIssues(source: string, issues: readonly Issue[]): string {
  let text = '';
  for (const issue of issues.toSorted((a, b) => a.pos - b.pos).slice(0, MAX_ISSUES)) {
    if (text.length > MAX_TEXT) break;
    text += (text === '' ? '' : '\n') + renderIssue(source, issue);
  }
  return text;
}

function renderIssue(source: string, { pos, message }: Issue): string {
  if (pos === NOWHERE) return `ERROR: <input>:-1:0: ${message}`;
  const before = source.slice(0, pos);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = source.indexOf('\n', pos);
  const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).replaceAll('\t', ' ');
  const column = [...source.slice(lineStart, pos)].length;
  const marks = [...line].slice(0, column).map((character) => (isWide(character) ? '．' : '.'));
  const marked = [...line][column];
  const mark = marked !== undefined && isWide(marked) ? '＾' : '^';
  const lineNumber = before.split('\n').length;
  return `ERROR: <input>:${lineNumber}:${column + 1}: ${message}\n | ${line}\n | ${marks.join('')}${mark}`;
}

const isWide = (character: string): boolean => (character.codePointAt(0) ?? 0) > 0x7f;
