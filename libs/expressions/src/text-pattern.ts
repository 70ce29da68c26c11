import { RE2JS } from 're2js';
import { ExpressionError } from './expression-error.js';

/** Some 15 ms of CPU time. */
const MAX_WEIGHT = 7_000;
const REPETITION = /\{(\d{1,5})(?:,(\d{0,5}))?\}/g;
/** Classes of Unicode are tables of hundreds of ranges, which are copied, and folded where case does not count. */
const UNICODE_CLASS = /\\p/gi;
const UNICODE_CLASS_WEIGHT = 60;

/**
 * What it takes to compile a pattern. Characters times repetitions: few characters can become a large program (`(...){1000}`).
 * Unit: about one instruction of its program, at most; 2 µs of CPU time.
 */
export function weightOf(pattern: string): number {
  let repetitions = 1;
  for (const [, least, most] of pattern.matchAll(REPETITION)) repetitions += Number(most || least);
  const classes = pattern.match(UNICODE_CLASS)?.length ?? 0;
  return (pattern.length + classes * UNICODE_CLASS_WEIGHT) * repetitions;
}

/** @throws ExpressionError. */
export function assertCompilable(pattern: string): void {
  if (weightOf(pattern) > MAX_WEIGHT) throw new ExpressionError('holds a pattern that is too large');
}

/**
 * A pattern in RE2 syntax. It is matched in time that grows with the text, whatever it says.
 * @throws ExpressionError.
 */
export function textPattern(pattern: string): RE2JS {
  assertCompilable(pattern);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new ExpressionError('holds a pattern that is not in RE2 syntax', { cause: error });
  }
}
