import { selectValues, type JsonPath } from '@orch/apimachinery';
import { valueText } from '../json-path/render-template.js';

/**
 * Sorts by the first value of the path: numbers by value, everything else as text. Items without a value come first; the
 * sort is stable.
 */
export function sortedBy<T>(items: readonly T[], path: JsonPath, objectOf: (item: T) => unknown): readonly T[] {
  const keyed = items.map((item) => ({ item, key: selectValues(objectOf(item), path)[0] }));
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item);
}

function compareKeys(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [valueText(a), valueText(b)];
  return left < right ? -1 : Number(left > right);
}
