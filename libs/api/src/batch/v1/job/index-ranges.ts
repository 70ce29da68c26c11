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

const toIndex = (text: string): number | undefined => (/^[0-9]{1,10}$/.test(text) ? Number(text) : undefined);
