/**
 * Orders strings by their UTF-8 bytes. Order by code units differs: it puts surrogate pairs before U+E000..U+FFFF.
 * Negative when `a` comes first.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  const near = differenceIn(a, b, 0, Math.min(length, NEAR));
  if (near !== 0) return near;
  if (length > NEAR) {
    const far = differenceIn(a, b, commonLength(a, b, length), length);
    if (far !== 0) return far;
  }
  return a.length - b.length;
}

/** Most strings that differ do so within as many characters. Further ones are compared natively, a dozen times as fast: a client may send many long strings. */
const NEAR = 32;
const SMALLEST_PIECE = 64;

/** Order of the first characters that differ in a range; 0 when none does. */
function differenceIn(a: string, b: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    let left = a.charCodeAt(i);
    let right = b.charCodeAt(i);
    if (left === right) continue;
    if (left >= 0xd800 && right >= 0xd800) {
      if (left >= 0xe000) left -= 0x2800;
      if (right >= 0xe000) right -= 0x2800;
    }
    return left - right;
  }
  return 0;
}

/** Length of a common beginning, after the first `NEAR` characters: at most `SMALLEST_PIECE` less than that of the longest one. */
function commonLength(a: string, b: string, length: number): number {
  let common = NEAR;
  let piece = SMALLEST_PIECE;
  const isEqual = (): boolean =>
    common + piece <= length && a.slice(common, common + piece) === b.slice(common, common + piece);
  for (; isEqual(); piece *= 2) common += piece;
  while (piece > SMALLEST_PIECE) {
    piece /= 2;
    if (isEqual()) common += piece;
  }
  return common;
}

/** The keys of a map in byte order. Sorts only when needed; may change `keys`. */
export function inByteOrder(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) {
    if (compareBytes(keys[i - 1]!, keys[i]!) > 0) return keys.sort(compareBytes);
  }
  return keys;
}
