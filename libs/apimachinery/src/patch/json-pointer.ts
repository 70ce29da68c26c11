/** A JSON pointer (RFC 6901) taken apart: the keys from the root down. Empty is the whole document. */
export type JsonPointer = readonly string[];

/** A `~` that is neither `~0` nor `~1` is an ordinary character. @returns undefined when the text does not begin with a slash. */
export function parsePointer(text: string): JsonPointer | undefined {
  if (text === '') return [];
  if (text[0] !== '/') return undefined;
  const segments = text.slice(1).split('/');
  if (!text.includes('~')) return segments;
  return segments.map(unescaped);
}

const unescaped = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;

/** How many parts the pointer has, without taking it apart. */
export function countParts(text: string): number {
  let parts = 0;
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) parts++;
  return parts;
}

/** More is not an index, whatever its zeros. Unit: characters. */
const MAX_INDEX_LENGTH = 20;

/**
 * Reads an array index: a decimal number, also with a sign or leading zeros. A negative one counts from the end, -1 is the last.
 * @param positions how many positions the array has; when an item is inserted, one more than items.
 * @returns the position from the start; undefined when there is no such position.
 */
export function arrayIndex(segment: string, positions: number): number | undefined {
  if (segment.length > MAX_INDEX_LENGTH || !/^[+-]?[0-9]+$/.test(segment)) return undefined;
  const number = Number(segment);
  const index = number < 0 ? number + positions : Math.abs(number);
  return index >= 0 && index < positions ? index : undefined;
}
