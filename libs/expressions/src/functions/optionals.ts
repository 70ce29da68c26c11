import { Fault, isMap, itemsOf, NO_OVERLOAD, Optional, Timestamp, Duration, Uint } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import { indexOf, optionalField, optionalIndex } from './access.js';

function isZero(value: unknown): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true;
  if (typeof value !== 'object') return false;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration || value instanceof Timestamp) return value.nanoseconds === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Optional) return value.value === undefined;
  return itemsOf(value)?.length === 0 || (isMap(value) && value.size === 0);
}

const valueOf: Implementation = ([value]) =>
  value instanceof Optional
    ? (value.value ?? (value.value === null ? null : new Fault('optional.none() dereference')))
    : NO_OVERLOAD;
const optionalAccess: Implementation = ([owner, key]) => optionalIndex(owner, key);
const access: Implementation = ([owner, key]) => indexOf(owner, key);

/** Optional values, since release 1.28. */
export const OPTIONAL_LIBRARY: readonly Declaration[] = [
  ['optional.of', 'optional_of', '(V): optional<V>', ([value]) => Optional.of(value)],
  [
    'optional.ofNonZeroValue',
    'optional_ofNonZeroValue',
    '(V): optional<V>',
    ([value]) => (isZero(value) ? Optional.none : Optional.of(value)),
  ],
  ['optional.none', 'optional_none', '(): optional<V>', () => Optional.none],
  ['value', 'optional_value', 'optional<V>.(): V', valueOf],
  [
    'hasValue',
    'optional_hasValue',
    'optional<V>.(): bool',
    ([value]) => value instanceof Optional && value.value !== undefined,
  ],
  ['or', 'optional_or_optional', 'optional<V>.(optional<V>): optional<V>', () => NO_OVERLOAD],
  ['orValue', 'optional_orValue_value', 'optional<V>.(V): V', () => NO_OVERLOAD],
  ['_?._', 'select_optional_field', '(dyn, string): optional<V>', ([owner, field]) => optionalField(owner, field)],
  ['_[?_]', 'list_optindex_optional_int', '(list<V>, int): optional<V>', optionalAccess],
  ['_[?_]', 'optional_list_optindex_optional_int', '(optional<list<V>>, int): optional<V>', optionalAccess],
  ['_[?_]', 'map_optindex_optional_value', '(map<K, V>, K): optional<V>', optionalAccess],
  ['_[?_]', 'optional_map_optindex_optional_value', '(optional<map<K, V>>, K): optional<V>', optionalAccess],
  ['_[_]', 'optional_list_index_int', '(optional<list<V>>, int): optional<V>', access],
  ['_[_]', 'optional_map_index_value', '(optional<map<K, V>>, K): optional<V>', access],
];

const itemAt =
  (index: number): Implementation =>
  ([list]) =>
    Optional.of(itemsOf(list)?.at(index));
const present: Implementation = ([list], meter) => {
  const items = itemsOf(list) ?? [];
  meter.work(items.length);
  return items.flatMap((item) => (item instanceof Optional && item.value !== undefined ? [item.value] : []));
};

/** Optional values of lists, since release 1.33, also for expressions that a rollback to 1.32 must read. */
export const OPTIONAL_LISTS_LIBRARY: readonly Declaration[] = [
  ['first', 'list_first', 'list<V>.(): optional<V>', itemAt(0)],
  ['last', 'list_last', 'list<V>.(): optional<V>', itemAt(-1)],
  ['optional.unwrap', 'optional_unwrap', '(list<optional<V>>): list<V>', present],
  ['unwrapOpt', 'optional_unwrapOpt', 'list<optional<V>>.(): list<V>', present],
];

/** What the macros `transformMap` and `transformMapEntry` call; the planner evaluates it. */
export const TWO_VARIABLE_LIBRARY: readonly Declaration[] = [
  ['cel.@mapInsert', '@mapInsert_map_key_value', '(map<K, V>, K, V): map<K, V>', () => NO_OVERLOAD],
  ['cel.@mapInsert', '@mapInsert_map_map', '(map<K, V>, map<K, V>): map<K, V>', () => NO_OVERLOAD],
];
