import { RE2JS } from 're2js';
import { ExpressionError } from './expression-error.js';

/** Some 15 ms of CPU time. */
const MAX_WEIGHT = 7_000;
const REPETITION = /\{(\d{1,5})(?:,(\d{0,5}))?\}/g;
/** Unicode classes are tables of hundreds of ranges, which are copied, and case-folded for case-insensitive patterns. */
const UNICODE_CLASS = /\\p/gi;
const UNICODE_CLASS_WEIGHT = 60;

/**
 * Estimated cost of compiling a pattern: characters times repetitions, because few characters can become a large program (`(...){1000}`).
 * Unit: at most about one instruction of the program; 2 µs of CPU time.
 */
export function weightOf(pattern: string): number {
  let repetitions = 1;
  for (const [, least, most] of pattern.matchAll(REPETITION)) repetitions += Number(most || least);
  const classes = pattern.match(UNICODE_CLASS)?.length ?? 0;
  return (pattern.length + classes * UNICODE_CLASS_WEIGHT) * repetitions;
}

/** @throws ExpressionError. */
export function assertCompilable(pattern: string): void {
  if (weightOf(pattern) > MAX_WEIGHT) throw new ExpressionError('has a pattern that is too large');
}

/**
 * Compiles a pattern in RE2 syntax, which is matched in linear time.
 * @throws ExpressionError.
 */
export function textPattern(pattern: string): RE2JS {
  assertCompilable(pattern);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new ExpressionError('has a pattern that is not in RE2 syntax', { cause: error });
  }
}
