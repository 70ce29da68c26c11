/** A parsed JSON pointer (RFC 6901): the keys from the root down. Empty is the whole document. */
export type JsonPointer = readonly string[];

/**
 * A `~` that is neither `~0` nor `~1` is an ordinary character. Text before the first slash is ignored, as kube-apiserver does.
 * @returns undefined when the text is not empty and has no slash.
 */
export function parsePointer(text: string): JsonPointer | undefined {
  if (text === '') return [];
  const start = text.indexOf('/');
  if (start < 0) return undefined;
  const segments = text.slice(start + 1).split('/');
  if (!text.includes('~')) return segments;
  return segments.map(unescaped);
}

const unescaped = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;

/** Number of segments of a pointer, without parsing it. */
export function countParts(text: string): number {
  let parts = 0;
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) parts++;
  return parts;
}

/** Longer text is not an index, also with leading zeros. Unit: characters. */
const MAX_INDEX_LENGTH = 20;

/**
 * Parses an array index: a decimal number, also with a sign or leading zeros. A negative one counts from the end, -1 is the last.
 * @param positions number of valid positions; for an insertion, one more than items.
 * @returns the position from the start; undefined when out of range.
 */
export function arrayIndex(segment: string, positions: number): number | undefined {
  if (segment.length > MAX_INDEX_LENGTH || !/^[+-]?[0-9]+$/.test(segment)) return undefined;
  const number = Number(segment);
  const index = number < 0 ? number + positions : Math.abs(number);
  return index >= 0 && index < positions ? index : undefined;
}
