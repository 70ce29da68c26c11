import { equal } from '../values/equality.js';
import { itemsOf } from '../values/values.js';
import type { Meter } from '../values/meter.js';
import type { Declaration, Implementation } from '../types/declarations.js';

const items = (value: unknown): readonly unknown[] => itemsOf(value) ?? [];

function containsAll(list: readonly unknown[], sought: readonly unknown[], meter: Meter): boolean {
  meter.work(list.length * sought.length);
  return sought.every((one) => list.some((item) => equal(item, one, meter)));
}

const contains: Implementation = ([list, sought], meter) => containsAll(items(list), items(sought), meter);
const equivalent: Implementation = ([a, b], meter) =>
  containsAll(items(a), items(b), meter) && containsAll(items(b), items(a), meter);
const intersects: Implementation = ([a, b], meter) => {
  meter.work(items(a).length * items(b).length);
  return items(a).some((one) => items(b).some((item) => equal(item, one, meter)));
};

export const SETS_LIBRARY: readonly Declaration[] = [
  ['sets.contains', 'list_sets_contains_list', '(list<T>, list<T>): bool', contains],
  ['sets.equivalent', 'list_sets_equivalent_list', '(list<T>, list<T>): bool', equivalent],
  ['sets.intersects', 'list_sets_intersects_list', '(list<T>, list<T>): bool', intersects],
];
