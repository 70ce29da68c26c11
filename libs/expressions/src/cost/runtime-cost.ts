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

/** Cost of a call that was just evaluated. */
export type RuntimeCost = (operands: readonly unknown[], result: unknown, meter: Meter) => number;

const read = (count: number): number => Math.ceil(count * PER_CHARACTER);
const one: RuntimeCost = () => 1;
const checked: RuntimeCost = (_operands, _result, meter) => {
  meter.chargeCheck(CHECK_COST);
  return 0;
};
/** Of reading the first operand. */
const readsFirst: RuntimeCost = ([first], _result, meter) => read(sizeOf(first, meter));

/** Cost of an equality that was just evaluated. */
export const equalityCost = (a: unknown, b: unknown, meter: Meter): number =>
  read(Math.min(sizeOf(a, meter), sizeOf(b, meter)));

/** Cost of the calls of an overload, as the reference server counts it. Looked up once for an expression. */
export function runtimeCostOf(id: string, name: string): RuntimeCost {
  if (name === 'check') return checked;
  if (LISTS.has(name)) return ([list], _result, meter) => traversal(list, meter);
  if (TRAVERSES.has(name)) return readsFirst;
  if (name === 'replace' || name === 'split' || name === 'ip.isCanonical')
    return ([text], _result, meter) => Math.ceil(sizeOf(text, meter) * 2 * PER_CHARACTER);
  if (name === 'join') return (_operands, result, meter) => Math.ceil(sizeOf(result, meter) * 2 * PER_CHARACTER);
  if (name === 'find' || name === 'findAll' || id === 'matches_string')
    return ([text, pattern], _result, meter) =>
      read(1 + sizeOf(text, meter)) * Math.ceil(sizeOf(pattern, meter) * PER_PATTERN_CHARACTER);
  if (name === 'ip') return id === 'cidr_ip' ? one : readsFirst;
  if (name === 'validate')
    return ([, text], _result, meter) =>
      read(1 + sizeOf(text, meter)) * Math.ceil(MAX_FORMAT_PATTERN * PER_PATTERN_CHARACTER);
  if (name === 'containsIP' || name === 'containsCIDR') {
    const known = read(2) + (name === 'containsCIDR' ? read(1) + 1 : 0);
    return id.endsWith('_string') ? ([, text], _result, meter) => known + read(sizeOf(text, meter)) : () => known;
  }
  if (name.startsWith('sets.')) {
    const passes = name === 'sets.equivalent' ? 2 : 1;
    return ([a, b], _result, meter) => 1 + sizeOf(a, meter) * sizeOf(b, meter) * passes;
  }
  if (STRING_OVERLOADS.has(id)) return readsFirst;
  if (COMPARES.has(id)) return ([a, b], _result, meter) => equalityCost(a, b, meter);
  if (id === 'in_list') return ([, list], _result, meter) => sizeOf(list, meter);
  if (id === 'add_string' || id === 'add_bytes')
    return ([a, b], _result, meter) => read(sizeOf(a, meter) + sizeOf(b, meter));
  if (id === 'contains_string') return ([a, b], _result, meter) => read(sizeOf(a, meter)) * read(sizeOf(b, meter));
  return one;
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
