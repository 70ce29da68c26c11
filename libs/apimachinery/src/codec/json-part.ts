import { COMMA, endOfString, endOfValue, OPEN_OBJECT, QUOTE } from './json-scan.js';

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
