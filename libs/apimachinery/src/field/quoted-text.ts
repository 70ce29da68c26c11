import { isHighSurrogate } from './high-surrogate.js';

/** Characters that Go does not print: control and format characters, separators other than the space. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Default of {@link quotedText}: no text of an answer is longer. Unit: characters. */
export const MAX_QUOTED = 64 * 1_024;
/** Characters escaped at once. */
const STEP = 1_024;

/**
 * The text in double quotes, escaped as messages of kube-apiserver quote values (Go's `%q`).
 * @param room what the caller shows at most, in characters: text after that is left out, so that the cost of a message does not
 * depend on the value. What is returned is longer than `room` then.
 */
export function quotedText(text: string, room = MAX_QUOTED): string {
  let quoted = '"';
  for (let start = 0; start < text.length && quoted.length <= room;) {
    const end = start + STEP + (isHighSurrogate(text.charCodeAt(start + STEP - 1)) ? 1 : 0);
    quoted += escapedText(text.slice(start, end));
    start = end;
  }
  return `${quoted}"`;
}

const escapedText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(UNPRINTABLE, escaped);

function escaped(char: string): string {
  const short = SHORT_ESCAPES[char];
  if (short !== undefined) return short;
  const code = char.codePointAt(0)!;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
