import { isHighSurrogate } from '../field/high-surrogate.js';

/**
 * Order of the keys of a map in YAML answers, as kube-apiserver has it: letters by code point and after all other
 * characters, runs of digits by their number (`a2` before `a10`).
 * @returns below 0 when `a` is first.
 */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return isAsciiLetter(x) && isAsciiLetter(y) ? x - y : compareFrom(a, b, at);
  }
  return a.length - b.length;
}

const isAsciiLetter = (unit: number): boolean => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;

const LETTER = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;
const ZERO = 0x30;
const NINE = 0x39;
const FIRST_NOT_ASCII = 0x80;

/** @param at of the first code units that differ. */
function compareFrom(a: string, b: string, at: number): number {
  const start = isLowSurrogate(a.charCodeAt(at)) || isLowSurrogate(b.charCodeAt(at)) ? startOfPair(a, at) : at;
  const [x, y] = [a.codePointAt(start)!, b.codePointAt(start)!];
  const [isLetterX, isLetterY] = [isLetter(x), isLetter(y)];
  if (isLetterX !== isLetterY) return isLetterX ? 1 : -1;
  if (isLetterX) return x - y;
  // Zeros are significant within a number, not in front of it.
  const first = (x === ZERO || y === ZERO) && followsNumber(a, start) ? 1 : 0;
  const [left, right] = [numberAt(a, start, first), numberAt(b, start, first)];
  return left.value - right.value || left.end - right.end || x - y;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const startOfPair = (text: string, at: number): number =>
  at > 0 && isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at;
const isOf = (type: RegExp, codePoint: number): boolean => type.test(String.fromCodePoint(codePoint));
const isLetter = (codePoint: number): boolean =>
  codePoint < FIRST_NOT_ASCII ? isAsciiLetter(codePoint) : isOf(LETTER, codePoint);
const isDigit = (unit: number): boolean => (unit < FIRST_NOT_ASCII ? unit >= ZERO && unit <= NINE : isOf(DIGIT, unit));

/** Whether digits that are not all zero are in front of `at`. */
function followsNumber(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0 && isDigit(text.charCodeAt(before)); before--) {
    if (text.charCodeAt(before) !== ZERO) return true;
  }
  return false;
}

/** The digits from `at` on, and where they end. `first` is in front of them. */
function numberAt(text: string, at: number, first: number): { value: number; end: number } {
  let value = first;
  let end = at;
  for (; end < text.length && isDigit(text.charCodeAt(end)); end++) value = value * 10 + text.charCodeAt(end) - ZERO;
  return { value, end };
}
