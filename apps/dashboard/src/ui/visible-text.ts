/** Characters that could make a text look like another one: control characters, marks for the direction of text, and the like. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text with invisible characters written as `\u{202e}`. */
export const visibleText = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
