import { valueText } from '../json-path/render-template.js';
import { selectValues } from '../json-path/select-values.js';
import type { Path } from '../json-path/template.js';

/**
 * By the first value that the path has in each: numbers by size, everything else as text. Those without stand first; the
 * order of equal ones stays.
 */
export function sortedBy<T>(items: readonly T[], path: Path, objectOf: (item: T) => unknown): readonly T[] {
  const keyed = items.map((item) => ({ item, key: selectValues(objectOf(item), path)[0] }));
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item);
}

function compareKeys(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [valueText(a), valueText(b)];
  return left < right ? -1 : Number(left > right);
}
