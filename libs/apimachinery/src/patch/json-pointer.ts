/** A JSON pointer (RFC 6901) taken apart: the keys from the root down. Empty is the whole document. */
export type JsonPointer = readonly string[];

/** @returns undefined when the text does not begin with a slash, or holds a `~` that is neither `~0` nor `~1`. */
export function parsePointer(text: string): JsonPointer | undefined {
  if (text === '') return [];
  if (text[0] !== '/') return undefined;
  const segments = text.slice(1).split('/');
  return text.includes('~') ? unescapeAll(segments) : segments;
}

function unescapeAll(segments: readonly string[]): JsonPointer | undefined {
  const plain: string[] = [];
  for (const segment of segments) {
    for (let at = segment.indexOf('~'); at >= 0; at = segment.indexOf('~', at + 1)) {
      if (segment[at + 1] !== '0' && segment[at + 1] !== '1') return undefined;
    }
    plain.push(segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return plain;
}

/**
 * Reads an array index: decimal digits without a leading zero.
 * @returns undefined when it is none, or is `limit` or more.
 */
export function arrayIndex(segment: string, limit: number): number | undefined {
  if (segment === '' || segment.length > 10 || (segment.length > 1 && segment[0] === '0')) return undefined;
  let index = 0;
  for (let i = 0; i < segment.length; i++) {
    const digit = segment.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    index = index * 10 + digit;
  }
  return index < limit ? index : undefined;
}
