/** ASCII character classes as bits of one table: validates a name in one pass, without a regular expression. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const DASH = 8;
export const DOT = 16;
export const UNDERSCORE = 32;

const TABLE = new Uint8Array(128);
for (let code = 0; code < 26; code++) {
  TABLE[0x61 + code] = LOWER;
  TABLE[0x41 + code] = UPPER;
}
for (let code = 0x30; code < 0x3a; code++) TABLE[code] = DIGIT;
TABLE[0x2d] = DASH;
TABLE[0x2e] = DOT;
TABLE[0x5f] = UNDERSCORE;

/** Whether the character at `index` is in one of the `classes`; false beyond the end. */
function isAt(text: string, index: number, classes: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 && (TABLE[code]! & classes) !== 0;
}

/** Whether `text` is not empty, consists of `inner`, begins with `first` and ends with `last`. */
export function consistsOf(text: string, first: number, inner: number, last: number): boolean {
  if (!isAt(text, 0, first) || !isAt(text, text.length - 1, last)) return false;
  for (let i = 1; i < text.length - 1; i++) {
    if (!isAt(text, i, inner)) return false;
  }
  return true;
}
