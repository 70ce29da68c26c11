/** Line breaks, spaces at which lines may break, and words. A no-break space is part of its word. */
const PARTS =
  /\n|[\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[^\t\v\f\r\n \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const SPACE = /^[\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** A word behind no more than one character stays on its line, however long it is: the next line would hold not more of it. */
const LEAST_BEFORE_BREAK = 2;

/**
 * Breaks lines between words; a line break in the text stays one. Only a line of one word is longer than the width.
 * @param width unit: characters.
 */
export function wrapWords(text: string, width: number): string {
  let wrapped = '';
  let column = 0;
  let spaces = '';
  const endLine = (): void => {
    if (column + spaces.length <= width) wrapped += spaces;
    spaces = '';
  };
  for (const part of text.match(PARTS) ?? []) {
    if (part === '\n') {
      endLine();
      wrapped += part;
      column = 0;
    } else if (SPACE.test(part)) spaces = part;
    else {
      const length = [...part].length;
      const before = column + spaces.length;
      const breaks = before >= LEAST_BEFORE_BREAK && before + length > width;
      wrapped += breaks ? `\n${part}` : spaces + part;
      column = breaks ? length : before + length;
      spaces = '';
    }
  }
  endLine();
  return wrapped;
}
