import { itemsOf, isMap, sizeOf } from '../values/values.js';
import type { Meter } from '../values/meter.js';

const PER_CHARACTER = 0.1;
const PER_PATTERN_CHARACTER = 0.25;
/** Two authorization checks are allowed in an expression. */
export const CHECK_COST = 350_000;
/** Longest pattern of a named format. */
export const MAX_FORMAT_PATTERN = 128;

/** Functions whose cost is that of reading their first operand once. */
export const TRAVERSES: ReadonlySet<string> = new Set(
  'url lowerAscii upperAscii substring trim jsonpatch.escapeKey cidr isIP isCIDR quantity isQuantity semver isSemver'.split(
    ' ',
  ),
);
const STRING_OVERLOADS: ReadonlySet<string> = new Set(
  'starts_with_string ends_with_string string_to_bytes bytes_to_string strings_quote string_format'.split(' '),
);
export const COMPARES: ReadonlySet<string> = new Set([
  ...['less_', 'greater_', 'less_equals_', 'greater_equals_'].flatMap((name) => [`${name}string`, `${name}bytes`]),
  'equals',
  'not_equals',
]);
const LISTS: ReadonlySet<string> = new Set('isSorted sum max min indexOf lastIndexOf'.split(' '));

/** Cost of a call that was just evaluated, as the reference server counts it. */
export function runtimeCost(
  id: string,
  name: string,
  operands: readonly unknown[],
  result: unknown,
  meter: Meter,
): number {
  const size = (index: number): number => sizeOf(operands[index], meter);
  const read = (count: number): number => Math.ceil(count * PER_CHARACTER);
  if (name === 'check') return CHECK_COST;
  if (LISTS.has(name)) return traversal(operands[0], meter);
  if (TRAVERSES.has(name)) return read(size(0));
  if (name === 'replace' || name === 'split' || name === 'ip.isCanonical')
    return Math.ceil(size(0) * 2 * PER_CHARACTER);
  if (name === 'join') return Math.ceil(sizeOf(result, meter) * 2 * PER_CHARACTER);
  if (name === 'find' || name === 'findAll' || id === 'matches_string')
    return read(1 + size(0)) * Math.ceil(size(1) * PER_PATTERN_CHARACTER);
  if (name === 'ip') return id === 'cidr_ip' ? 1 : read(size(0));
  if (name === 'validate') return read(1 + size(1)) * Math.ceil(MAX_FORMAT_PATTERN * PER_PATTERN_CHARACTER);
  if (name === 'containsIP' || name === 'containsCIDR') {
    const parsed = id.endsWith('_string') ? read(size(1)) : 0;
    return read(2) + (name === 'containsCIDR' ? read(1) + 1 : 0) + parsed;
  }
  if (name.startsWith('sets.')) return 1 + size(0) * size(1) * (name === 'sets.equivalent' ? 2 : 1);
  if (STRING_OVERLOADS.has(id)) return read(size(0));
  if (COMPARES.has(id)) return read(Math.min(size(0), size(1)));
  if (id === 'in_list') return size(1);
  if (id === 'add_string' || id === 'add_bytes') return read(size(0) + size(1));
  if (id === 'contains_string') return read(size(0)) * read(size(1));
  return 1;
}

/** Cost of reading a value with everything in it. */
function traversal(value: unknown, meter: Meter): number {
  if (typeof value === 'string') return Math.floor(value.length * PER_CHARACTER);
  if (value instanceof Uint8Array) return Math.floor(value.length * PER_CHARACTER);
  const items = itemsOf(value);
  if (items) {
    meter.work(items.length);
    return items.reduce<number>((sum, item) => sum + traversal(item, meter), 0);
  }
  if (!isMap(value)) return 1;
  let sum = 0;
  for (const key of value.keys()) sum += traversal(key, meter) + traversal(value.get(key), meter);
  meter.work(value.size);
  return sum;
}
