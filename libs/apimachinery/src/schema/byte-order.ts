/** Characters that are compared natively at a time where strings are long: many of them may begin alike. */
const PART = 256;

/**
 * Orders strings by their UTF-8 bytes. Order by code units differs: it puts surrogate pairs before U+E000..U+FFFF.
 * Negative when `a` comes first.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = equalParts(a, b, length); i < length; i++) {
    let left = a.charCodeAt(i);
    let right = b.charCodeAt(i);
    if (left === right) continue;
    if (left >= 0xd800 && right >= 0xd800) {
      if (left >= 0xe000) left -= 0x2800;
      if (right >= 0xe000) right -= 0x2800;
    }
    return left - right;
  }
  return a.length - b.length;
}

/** Number of characters of whole equal parts at the beginning of both. */
function equalParts(a: string, b: string, length: number): number {
  let end = 0;
  while (end + PART <= length && a.slice(end, end + PART) === b.slice(end, end + PART)) end += PART;
  return end;
}

/** The keys of a map in byte order. Sorts only when needed; may change `keys`. */
export function inByteOrder(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) {
    if (compareBytes(keys[i - 1]!, keys[i]!) > 0) return keys.sort(compareBytes);
  }
  return keys;
}
