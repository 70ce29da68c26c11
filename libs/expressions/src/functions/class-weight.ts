/** Code points of which a case-insensitive range takes as long to compile as an instruction of a program. */
const FOLDED_PER_INSTRUCTION = 14;
/** First and last code point that has another case. Ranges with all of them need no folding. */
const FIRST_FOLDED = 0x41;
const LAST_FOLDED = 0x1e943;

const ONE = String.raw`\\x\{([0-9a-fA-F]{1,8})\}|\\x([0-9a-fA-F]{2})|\\([0-7]{1,3})|\\?([^])`;
/** A range, or a single member. Groups 1 to 4 are its start, 5 to 8 its end. */
const MEMBER = new RegExp(`(?:${ONE})(?:-(?!\\]|$)(?:${ONE}))?`, 'gu');

/** Whether a part of a pattern ignores the case: `(?i)`, `(?si:`. */
export const ignoresCase = (pattern: string): boolean => /\(\?[a-zA-Z]*i/.test(pattern);

/** What folding the ranges of a character class costs, in instructions: the library visits each code point. @param members between the brackets. */
export function foldingWeight(members: string): number {
  let weight = 0;
  for (const [, ...groups] of members.matchAll(MEMBER)) {
    const end = codeOf(groups.slice(4, 8));
    if (end !== undefined) weight += rangeWeight(codeOf(groups.slice(0, 4)) ?? 0, end);
  }
  return weight;
}

function rangeWeight(start: number, end: number): number {
  if (start <= FIRST_FOLDED && end >= LAST_FOLDED) return 0;
  const folded = Math.min(end, LAST_FOLDED) - Math.max(start, FIRST_FOLDED) + 1;
  return Math.max(folded, 0) / FOLDED_PER_INSTRUCTION;
}

function codeOf([braced, hexadecimal, octal, plain]: readonly (string | undefined)[]): number | undefined {
  const digits = braced ?? hexadecimal;
  if (digits !== undefined) return Number.parseInt(digits, 16);
  return octal === undefined ? plain?.codePointAt(0) : Number.parseInt(octal, 8);
}
