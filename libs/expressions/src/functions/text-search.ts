/** Longest text that is searched for with `indexOf`: its time is bounded by the length of both texts times this. */
const MAX_SHORT = 200;

/** Position of a text in another from a position on; -1: it is not there. */
type Search = (text: string, from: number) => number;

/**
 * Searches for a text that is not empty, in time linear in both texts: `indexOf` takes the product of both lengths for long ones
 * that nearly match everywhere (algorithm of Knuth, Morris and Pratt).
 */
export function searchFor(sought: string): Search {
  if (sought.length <= MAX_SHORT) return (text, from) => text.indexOf(sought, from);
  let borders: Int32Array | undefined;
  return (text, from) => {
    // Before the table of a text that is longer.
    if (sought.length > text.length - from) return -1;
    borders ??= bordersOf(sought);
    let found = -1;
    scan(text, sought, borders, Math.max(from, 0), (at) => {
      found = at;
      return false;
    });
    return found;
  };
}

/** Calls `each` with the positions of a text, also overlapping ones, until it returns false. */
function scan(text: string, sought: string, borders: Int32Array, from: number, each: (at: number) => boolean): void {
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (sought.charCodeAt(matched) === unit) matched++;
    if (matched < sought.length) continue;
    if (!each(at - matched + 1)) return;
    matched = borders[matched - 1]!;
  }
}

/** Length of the longest start of the text that is also the end of each of its starts. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(length) !== text.charCodeAt(at)) length = borders[length - 1]!;
    if (text.charCodeAt(length) === text.charCodeAt(at)) length++;
    borders[at] = length;
  }
  return borders;
}

/** The last position that is `last` at most; -1: none. */
export function lastPosition(text: string, sought: string, last: number): number {
  if (sought.length === 1) return text.lastIndexOf(sought, last);
  let found = -1;
  scan(text.slice(0, last + sought.length), sought, bordersOf(sought), 0, (at) => {
    found = at;
    return true;
  });
  return found;
}

/** The parts of a text between the separators, as `split`. */
export function partsOf(text: string, separator: string): string[] {
  if (separator.length <= MAX_SHORT) return text.split(separator);
  const search = searchFor(separator);
  const parts: string[] = [];
  let start = 0;
  for (let next = search(text, 0); next >= 0; next = search(text, start)) {
    parts.push(text.slice(start, next));
    start = next + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}
