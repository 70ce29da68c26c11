/** `0-3,5`: indexes of a job in ascending order. Returns their number, or an error message. */
export function countIndexes(text: string, completions: number): number | string {
  let total = 0;
  let previous = -1;
  for (const part of text.split(',')) {
    const ends = part.split('-');
    if (ends.length > 2)
      return `the fragment "${part}" violates the requirement that an index interval can have at most two parts separated by '-'`;
    const [first, last = first] = ends.map(toIndex);
    if (first === undefined || last === undefined)
      return `cannot convert string to integer for index: "${ends.find((end) => toIndex(end) === undefined)}"`;
    if (ends.length === 2 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
    if (first <= previous) return `non-increasing order, previous: ${previous}, current: ${first}`;
    if (last >= completions) return `too large index: "${last}"`;
    total += last - first + 1;
    previous = last;
  }
  return total;
}

/** The smallest index that both have; ranges that are none are ignored. Takes as long as both texts, however many ranges they are. */
export function sharedIndex(a: string, b: string): number | undefined {
  const [ours, others] = [rangesOf(a), rangesOf(b)];
  for (let [at, otherAt] = [0, 0]; at < ours.length && otherAt < others.length;) {
    const [first, last] = ours[at]!;
    const [otherFirst, otherLast] = others[otherAt]!;
    if (last < otherFirst) at++;
    else if (otherLast < first) otherAt++;
    else return Math.max(first, otherFirst);
  }
  return undefined;
}

const toIndex = (text: string): number | undefined => (/^[0-9]{1,10}$/.test(text) ? Number(text) : undefined);

type Range = readonly [first: number, last: number];

/** In ascending order: the text of a client may have another one. */
function rangesOf(text: string): Range[] {
  const ranges: Range[] = [];
  for (const part of text.split(',')) {
    const [first, last = first] = part.split('-').map(toIndex);
    if (first !== undefined && last !== undefined && first <= last) ranges.push([first, last]);
  }
  return ranges.sort((one, other) => one[0] - other[0]);
}
