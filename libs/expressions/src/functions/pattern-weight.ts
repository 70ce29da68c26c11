import { foldingWeight, ignoresCase } from './class-weight.js';

/** Unicode classes are tables of hundreds of ranges, which are copied, and case-folded for case-insensitive patterns. */
const UNICODE_CLASS_WEIGHT = 60;

/**
 * Number of instructions of the program of a pattern, estimated: repetitions multiply what they repeat, also nested.
 * Never much too small; linear in the length of the pattern.
 */
export function programWeight(pattern: string): number {
  /** Instructions of the open groups, innermost last. */
  const open: number[] = [];
  const folds = ignoresCase(pattern);
  /** What is done once, however often it is repeated. */
  let folding = 0;
  let total = 0;
  let atom = 0;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '(') {
      open.push(total);
      total = 0;
      atom = 0;
    } else if (character === ')') {
      atom = total + 2;
      total = (open.pop() ?? 0) + atom;
    } else if (character === '[') {
      const start = index + 1;
      index = endOfClass(pattern, index);
      if (folds) folding += foldingWeight(pattern.slice(start, index));
      atom = UNICODE_CLASS_WEIGHT / 4;
      total += atom;
    } else if (character === '{') {
      const [whole, least, most] = /^\{(\d{1,5})(?:,(\d{0,5}))?\}/.exec(pattern.slice(index, index + 14)) ?? [];
      if (whole === undefined) continue;
      const times = Math.max(Number(most || least), 1);
      total += atom * (times - 1);
      atom *= times;
      index += whole.length - 1;
    } else {
      const isClass = character === '\\' && /p/i.test(pattern[index + 1] ?? '');
      if (character === '\\') index++;
      atom = isClass ? UNICODE_CLASS_WEIGHT : 1;
      total += atom;
    }
  }
  return open.reduce((sum, part) => sum + part, total) + folding + pattern.length / 8;
}

/** Index of the bracket that closes a character class. */
function endOfClass(pattern: string, start: number): number {
  let index = start + 1;
  if (pattern[index] === '^') index++;
  if (pattern[index] === ']') index++;
  while (index < pattern.length && pattern[index] !== ']') index += pattern[index] === '\\' ? 2 : 1;
  return index;
}
