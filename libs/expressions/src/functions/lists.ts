import { compare, equal } from '../values/equality.js';
import { Duration, Fault, itemsOf, NO_OVERLOAD, Uint } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import { durationOf, intOf, uintOf } from './numbers.js';

const items = (value: unknown): readonly unknown[] => itemsOf(value) ?? [];

/** Work of comparing two short values. */
const ORDER_WORK = 10;

const isSorted: Implementation = ([list], meter) => {
  const all = items(list);
  meter.work(ORDER_WORK + all.length * ORDER_WORK);
  for (let index = 1; index < all.length; index++) {
    const order = compare(all[index - 1], all[index], meter);
    if (order instanceof Fault) return order;
    if (order > 0) return false;
  }
  return true;
};

const extreme =
  (name: string, better: (order: number) => boolean): Implementation =>
  ([list], meter) => {
    const all = items(list);
    meter.work(all.length * ORDER_WORK);
    let [best] = all;
    if (best === undefined) return new Fault(`${name} called on empty list`);
    for (const item of all) {
      const order = compare(item, best, meter);
      if (order instanceof Fault) return order;
      if (better(order)) best = item;
    }
    return best;
  };

function added(sum: unknown, item: unknown): unknown {
  if (typeof sum === 'bigint' && typeof item === 'bigint') return intOf(sum + item);
  if (typeof sum === 'number' && typeof item === 'number') return sum + item;
  if (sum instanceof Uint && item instanceof Uint) return uintOf(sum.value + item.value);
  return sum instanceof Duration && item instanceof Duration
    ? durationOf(sum.nanoseconds + item.nanoseconds)
    : NO_OVERLOAD;
}

const sumOf =
  (zero: unknown): Implementation =>
  ([list], meter) => {
    const all = items(list);
    meter.work(all.length);
    let sum = zero;
    for (const item of all) {
      sum = added(sum, item);
      if (sum instanceof Fault) return sum;
    }
    return sum;
  };

const indexOf: Implementation = ([list, value], meter) => {
  const all = items(list);
  meter.work(all.length);
  return BigInt(all.findIndex((item) => equal(item, value, meter)));
};
const lastIndexOf: Implementation = ([list, value], meter) => {
  const all = items(list);
  meter.work(all.length);
  return BigInt(all.findLastIndex((item) => equal(item, value, meter)));
};

const ZEROS: readonly (readonly [type: string, zero: unknown])[] = [
  ['int', 0n],
  ['uint', new Uint(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
];
const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

export const LISTS_LIBRARY: readonly Declaration[] = [
  ...COMPARABLE.flatMap((type): readonly Declaration[] => [
    ['isSorted', `list_${type}_is_sorted_bool`, `list<${type}>.(): bool`, isSorted],
    ['max', `list_${type}_max_${type}`, `list<${type}>.(): ${type}`, extreme('max', (order) => order > 0)],
    ['min', `list_${type}_min_${type}`, `list<${type}>.(): ${type}`, extreme('min', (order) => order < 0)],
  ]),
  ...ZEROS.map(([type, zero]): Declaration => [
    'sum',
    `list_${type}_sum_${type}`,
    `list<${type}>.(): ${type}`,
    sumOf(zero),
  ]),
  ['indexOf', 'list_a_index_of_int', 'list<A>.(A): int', indexOf],
  ['lastIndexOf', 'list_a_last_index_of_int', 'list<A>.(A): int', lastIndexOf],
];
