import { equal } from '../values/equality.js';
import { isMap, itemsOf, mapKey, NO_OVERLOAD, readText, sizeOf } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import { indexOf } from './access.js';
import { searchFor } from './text-search.js';

const size: Implementation = ([value], meter) => BigInt(sizeOf(value, meter));

/** The planner evaluates these itself, because they do not need all operands or accept failed ones. */
const special: Implementation = () => NO_OVERLOAD;

const isIn: Implementation = ([value, collection], meter) => {
  const items = itemsOf(collection);
  if (items) {
    meter.work(items.length);
    return items.some((item) => equal(value, item, meter));
  }
  if (!isMap(collection)) return NO_OVERLOAD;
  readText(value, meter);
  return collection.has(mapKey(value));
};

const text =
  (holds: (text: string, part: string) => boolean): Implementation =>
  ([value, part], meter) => {
    meter.work((value as string).length / 8);
    return holds(value as string, part as string);
  };

const contains: Implementation = ([value, part], meter) => {
  meter.work((value as string).length / 8);
  if ((part as string) === '') return true;
  meter.work((part as string).length);
  return searchFor(part as string)(value as string, 0) >= 0;
};

/** Functions and operators of the language that are not about numbers, times or conversions. */
export const LANGUAGE_FUNCTIONS: readonly Declaration[] = [
  ['_?_:_', 'conditional', '(bool, A, A): A', special],
  ['_&&_', 'logical_and', '(bool, bool): bool', special],
  ['_||_', 'logical_or', '(bool, bool): bool', special],
  ['!_', 'logical_not', '(bool): bool', ([value]) => (typeof value === 'boolean' ? !value : NO_OVERLOAD)],
  ['@not_strictly_false', 'not_strictly_false', '(bool): bool', special],
  ['_==_', 'equals', '(A, A): bool', special],
  ['_!=_', 'not_equals', '(A, A): bool', special],
  ['_[_]', 'index_list', '(list<A>, int): A', ([owner, key]) => indexOf(owner, key)],
  ['_[_]', 'index_map', '(map<A, B>, A): B', ([owner, key]) => indexOf(owner, key)],
  ['@in', 'in_list', '(A, list<A>): bool', isIn],
  ['@in', 'in_map', '(A, map<A, B>): bool', isIn],
  ['size', 'size_bytes', '(bytes): int', size],
  ['size', 'bytes_size', 'bytes.(): int', size],
  ['size', 'size_list', '(list<A>): int', size],
  ['size', 'list_size', 'list<A>.(): int', size],
  ['size', 'size_map', '(map<A, B>): int', size],
  ['size', 'map_size', 'map<A, B>.(): int', size],
  ['size', 'size_string', '(string): int', size],
  ['size', 'string_size', 'string.(): int', size],
  ['contains', 'contains_string', 'string.(string): bool', contains],
  ['endsWith', 'ends_with_string', 'string.(string): bool', text((value, part) => value.endsWith(part))],
  ['startsWith', 'starts_with_string', 'string.(string): bool', text((value, part) => value.startsWith(part))],
];
