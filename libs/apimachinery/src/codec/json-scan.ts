/** Bytes of JSON as `JSON.stringify` writes it. */
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COLON = 0x3a;
export const COMMA = 0x2c;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** Index after the value at `start`. Nothing is parsed: about a nanosecond per byte. */
export function endOfValue(json: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = endOfString(json, at) - 1;
        if (depth === 0) return at + 1;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth++;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        // The end of the object around a number, true, false or null.
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
      default:
    }
  }
  return json.length;
}

/** Index after the string at `start`. */
export function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
