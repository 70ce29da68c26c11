const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Minimum bytes of JSON per member or item. */
const LEAST_BYTES = 2;

/**
 * Whether a JSON text has at least `count` object members, or at least `count` list items. Stops as early as possible; about a nanosecond
 * per byte. The result is undefined for text that is not JSON.
 */
export const hasManyMembers = (bytes: Uint8Array, count: number): boolean =>
  bytes.length >= count * LEAST_BYTES && countMembers(bytes, count) >= count;

/**
 * Number of object members in a JSON text, or of list items if there are more of them.
 * @param upTo where counting stops. Default: at the end of the text.
 */
export function countMembers(bytes: Uint8Array, upTo = Number.POSITIVE_INFINITY): number {
  const { length } = bytes;
  let colons = 0;
  let commas = 0;
  for (let i = 0; i < length; i++) {
    switch (bytes[i]) {
      case QUOTE:
        for (i++; i < length; i++) {
          const byte = bytes[i];
          if (byte === QUOTE) break;
          if (byte === BACKSLASH) i++;
        }
        break;
      case COLON:
        colons++;
        break;
      case COMMA:
        commas++;
        break;
      default:
        continue;
    }
    if (colons >= upTo || commas >= upTo) break;
  }
  return Math.max(colons, commas);
}

/** The same for a decoded value. */
export function hasManyValues(value: unknown, count: number): boolean {
  let members = 0;
  let items = 0;
  const isMany = (inside: unknown): boolean => {
    if (typeof inside !== 'object' || inside === null) return false;
    const values: readonly unknown[] = Array.isArray(inside) ? inside : Object.values(inside);
    if (values !== inside) members += values.length;
    items += Math.max(values.length - 1, 0);
    return members >= count || items >= count || values.some(isMany);
  };
  return isMany(value);
}
