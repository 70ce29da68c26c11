import { Fault, isMap, itemsOf, mapKey, Optional, typeName } from '../values/values.js';

/** `owner.field`. */
export function fieldOf(owner: unknown, field: string): unknown {
  if (isMap(owner)) return owner.get(field) ?? absentKey(owner.get(field), field);
  if (owner instanceof Optional) return optionalField(owner, field);
  return itemsOf(owner) ? NO_INDEX : absentKey(undefined, field);
}

const NO_INDEX = new Fault("unsupported index type 'string' in list");

const absentKey = (value: unknown, key: unknown): unknown =>
  value === null ? null : new Fault(`no such key: ${String(key)}`);

/** `has(owner.field)`. */
export function hasField(owner: unknown, field: string): unknown {
  if (isMap(owner)) return owner.has(field);
  // Null and other values without fields: an object that does not exist, such as the old state at a create.
  if (!(owner instanceof Optional)) return itemsOf(owner) ? NO_INDEX : false;
  return owner.value === undefined ? false : hasField(owner.value, field);
}

/** `owner[key]`. */
export function indexOf(owner: unknown, key: unknown): unknown {
  const items = itemsOf(owner);
  if (items) return elementOf(items, key);
  if (isMap(owner)) {
    const value = owner.get(mapKey(key));
    return value === undefined ? new Fault(`no such key: ${shown(key)}`) : value;
  }
  return owner instanceof Optional ? optionalIndex(owner, key) : new Fault(`no such key: ${shown(key)}`);
}

const shown = (key: unknown): string =>
  typeof key === 'string' || typeof key === 'bigint' ? String(key) : typeName(key);

function elementOf(items: readonly unknown[], key: unknown): unknown {
  const index = mapKey(key);
  if (typeof index !== 'bigint') return new Fault(`unsupported index type '${typeName(key)}' in list`);
  const item = index >= 0n && index < BigInt(items.length) ? items[Number(index)] : undefined;
  return item === undefined ? new Fault(`index out of bounds: ${index}`) : item;
}

/** `owner.?field`: none when the owner is none or has no such field. */
export function optionalField(owner: unknown, field: unknown): unknown {
  const inner = owner instanceof Optional ? owner.value : owner;
  if (inner === undefined) return Optional.none;
  if (itemsOf(inner)) return NO_INDEX;
  return isMap(inner) ? lifted(inner.get(field)) : Optional.none;
}

/** `owner[?key]`. */
export function optionalIndex(owner: unknown, key: unknown): unknown {
  const inner = owner instanceof Optional ? owner.value : owner;
  if (inner === undefined) return Optional.none;
  const items = itemsOf(inner);
  const index = mapKey(key);
  if (items)
    return typeof index === 'bigint'
      ? Optional.of(index >= 0n ? items[Number(index)] : undefined)
      : new Fault(`unsupported index type '${typeName(key)}' in list`);
  return isMap(inner) ? lifted(inner.get(index)) : Optional.none;
}

const lifted = (value: unknown): unknown => (value instanceof Fault ? value : Optional.of(value));
