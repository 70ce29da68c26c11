import { RE2JS } from 're2js';
import { ExpressionError } from './expression-error.js';

/** Characters times repetitions: a pattern of few characters can become a large program (`(...){1000}`). */
const MAX_WEIGHT = 20_000;
const REPETITION = /\{(\d{1,5})(?:,(\d{0,5}))?\}/g;

/** What it takes to compile a pattern. Unit: about one instruction of its program, at most. */
export function weightOf(pattern: string): number {
  let repetitions = 1;
  for (const [, least, most] of pattern.matchAll(REPETITION)) repetitions += Number(most || least);
  return pattern.length * repetitions;
}

/**
 * A pattern in RE2 syntax. It is matched in time that grows with the text, whatever it says.
 * @throws ExpressionError.
 */
export function textPattern(pattern: string): RE2JS {
  if (weightOf(pattern) > MAX_WEIGHT) throw new ExpressionError('holds a pattern that is too large');
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new ExpressionError('holds a pattern that is not in RE2 syntax', { cause: error });
  }
}
