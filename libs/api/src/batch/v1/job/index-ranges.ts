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

/** The smallest index that both have; ranges that are none are ignored. */
export function sharedIndex(a: string, b: string): number | undefined {
  const others = rangesOf(b);
  const shared = rangesOf(a).flatMap(([first, last]) =>
    others.filter((other) => first <= other[1] && other[0] <= last).map((other) => Math.max(first, other[0])),
  );
  return shared.length === 0 ? undefined : Math.min(...shared);
}

const toIndex = (text: string): number | undefined => (/^[0-9]{1,10}$/.test(text) ? Number(text) : undefined);

function rangesOf(text: string): (readonly [first: number, last: number])[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(toIndex);
    return first === undefined || last === undefined ? [] : [[first, last] as const];
  });
}
