const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Fewest bytes of JSON for one member or item. */
const LEAST_BYTES = 2;

/**
 * Whether JSON says at least `count` members of objects, or as many items of lists. Looks no further than it must: about a nanosecond
 * a byte. Of what is not JSON it says something or other.
 */
export function hasManyMembers(bytes: Uint8Array, count: number): boolean {
  const length = bytes.length;
  if (length < count * LEAST_BYTES) return false;
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
    if (colons >= count || commas >= count) return true;
  }
  return count <= 0;
}
