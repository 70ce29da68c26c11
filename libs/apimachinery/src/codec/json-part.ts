const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/**
 * The text of the value at a path of member names, of JSON as `JSON.stringify` writes it; undefined when there is none. Nothing is parsed: about a
 * nanosecond per byte, so a part of a large object is read in little time.
 * @param path names without characters that JSON escapes.
 */
export function jsonPart(json: Buffer, path: readonly string[]): Buffer | undefined {
  let at = 0;
  for (const name of path) {
    const found = memberAt(json, at, Buffer.from(`"${name}"`));
    if (found === undefined) return undefined;
    at = found;
  }
  return json.subarray(at, endOfValue(json, at));
}

/** Start of the value of a member of the object at `start`; undefined for another value, too. */
function memberAt(json: Buffer, start: number, quotedName: Buffer): number | undefined {
  if (json[start] !== OPEN_OBJECT) return undefined;
  for (let at = start + 1; json[at] === QUOTE; at++) {
    const afterName = endOfString(json, at);
    const isIt = json.compare(quotedName, 0, quotedName.length, at, afterName) === 0;
    // After the colon.
    if (isIt) return afterName + 1;
    at = endOfValue(json, afterName + 1);
    if (json[at] !== COMMA) return undefined;
  }
  return undefined;
}

/** Index after the value at `start`. */
function endOfValue(json: Buffer, start: number): number {
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
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
