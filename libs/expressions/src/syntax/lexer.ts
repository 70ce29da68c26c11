import { MAX_ISSUES, type Issue } from './issues.js';

export type TokenType = 'int' | 'uint' | 'float' | 'string' | 'bytes' | 'ident' | 'quoted' | 'punctuation' | 'end';

export interface Token {
  readonly type: TokenType;
  /** Text in the source. */
  readonly text: string;
  readonly pos: number;
  /** Value of a string or bytes literal. */
  readonly value?: unknown;
}

/** A failed parse. */
export class SyntaxIssue {
  constructor(readonly issue: Issue) {}
}

export const fail = (pos: number, message: string): SyntaxIssue => new SyntaxIssue({ pos, message });

const SPACE = /(?:[ \t\n\r\f]|\/\/[^\n]*(?![^\n]))+/y;
const NUMBER = /(?:0[xX][0-9a-fA-F]+[uU]?|(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uU]?)/y;
const ESCAPES = String.raw`\\(?:[abfnrtv\\'"\x60?]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
const STRING = new RegExp(
  `([bB])?("""(?:[^\\\\]|${ESCAPES})*?"""|'''(?:[^\\\\]|${ESCAPES})*?'''|"(?:[^\\\\"\\n\\r]|${ESCAPES})*"|'(?:[^\\\\'\\n\\r]|${ESCAPES})*')`,
  'y',
);
/** The valid start of a string that has no end. */
const BROKEN_STRING = new RegExp(`[bB]?(?:"(?:[^\\\\"\\n\\r]|${ESCAPES})*|'(?:[^\\\\'\\n\\r]|${ESCAPES})*)`, 'y');
const RAW_STRING = /([rR][bB]?|[bB][rR])("""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/y;
const IDENT = /[a-zA-Z_]\w*/y;
const QUOTED = /`[\w.\-/ ]+`/y;
const PUNCTUATION = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:,.()[\]{}]/y;

/** Splits an expression into tokens. Other characters are reported and skipped. @throws SyntaxIssue. */
export function tokensOf(source: string, issues: Issue[]): readonly Token[] {
  const tokens: Token[] = [];
  let pos = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = pos;
    return pattern.exec(source);
  };
  for (;;) {
    if (SPACES.has(source[pos] ?? '')) pos += match(SPACE)?.[0].length ?? 0;
    if (pos >= source.length) break;
    const token = tokenAt(source, pos, match);
    if (token) tokens.push(token);
    const text = token?.text ?? unrecognized(source, pos, match);
    if (!token && issues.length === MAX_ISSUES) break;
    if (!token) issues.push({ pos, message: `Syntax error: token recognition error at: '${text}'` });
    pos += text.length;
  }
  tokens.push({ type: 'end', text: '<EOF>', pos: source.length });
  return tokens;
}

/** Characters that start a token which does not end, with the one after them. */
function unrecognized(source: string, pos: number, match: (pattern: RegExp) => RegExpExecArray | null): string {
  const start = match(BROKEN_STRING)?.[0] ?? (/[=&|]/.test(source[pos] ?? '') ? source[pos] : '') ?? '';
  const end = pos + start.length;
  return source.slice(pos, end + (source[end] === '\\' ? 2 : ([...source.slice(end, end + 2)][0]?.length ?? 0)));
}

/** First characters of tokens of each type: only patterns that can match are tried, since an expression has tens of thousands of tokens. */
const SPACES: ReadonlySet<string> = new Set(' \t\n\r\f/');
const STRINGS: ReadonlySet<string> = new Set('"\'rRbB');
const NUMBERS: ReadonlySet<string> = new Set('.0123456789');
const LETTER = /[a-zA-Z_]/;

function tokenAt(source: string, pos: number, match: (pattern: RegExp) => RegExpExecArray | null): Token | undefined {
  const first = source[pos]!;
  const string = STRINGS.has(first) ? (match(RAW_STRING) ?? match(STRING)) : null;
  if (string) {
    const [text, prefix = '', quoted = ''] = string;
    const bytes = /b/i.test(prefix);
    const value = unescaped(quoted, /r/i.test(prefix), bytes, pos);
    return { type: bytes ? 'bytes' : 'string', text, pos, value };
  }
  const number = NUMBERS.has(first) ? match(NUMBER) : null;
  if (number) {
    const [text] = number;
    const hexadecimal = /^0x/i.test(text);
    const type = /u$/i.test(text) ? 'uint' : !hexadecimal && /[.e]/i.test(text) ? 'float' : 'int';
    return { type, text, pos };
  }
  if (LETTER.test(first)) return { type: 'ident', text: match(IDENT)![0], pos };
  const quoted = first === '`' ? match(QUOTED) : null;
  if (quoted) return { type: 'quoted', text: quoted[0], pos };
  const punctuation = match(PUNCTUATION);
  return punctuation ? { type: 'punctuation', text: punctuation[0], pos } : undefined;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
};
const ESCAPE =
  /\\(?:([abfnrtv\\'"`?])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]|$))/g;

/** Value of a quoted literal. In bytes, `\x` and octal escapes are bytes, all else is UTF-8. */
function unescaped(quoted: string, raw: boolean, bytes: boolean, pos: number): unknown {
  const quotes = /^("""|''')/.test(quoted) ? 3 : 1;
  const inner = quoted.slice(quotes, -quotes).replaceAll(/\r\n?/g, '\n');
  if (raw || !inner.includes('\\')) return bytes ? new TextEncoder().encode(inner) : inner;
  const parts: Buffer[] = [];
  let text = '';
  let last = 0;
  for (const match of inner.matchAll(ESCAPE)) {
    const [whole, simple, hex, short, long, octal] = match;
    text += inner.slice(last, match.index);
    last = match.index + whole.length;
    const code = hex ?? short ?? long;
    if (simple !== undefined) text += SIMPLE[simple];
    else if (code === undefined && octal === undefined) throw fail(pos, 'unable to unescape string');
    else {
      const value = code === undefined ? parseInt(octal ?? '', 8) : parseInt(code, 16);
      if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) throw fail(pos, 'invalid unicode code point');
      if (bytes && (short !== undefined || long !== undefined)) throw fail(pos, 'unable to unescape string');
      if (bytes) parts.push(Buffer.from(text), Buffer.of(value));
      text = bytes ? '' : text + String.fromCodePoint(value);
    }
  }
  text += inner.slice(last);
  return bytes ? new Uint8Array(Buffer.concat([...parts, Buffer.from(text)])) : text;
}
