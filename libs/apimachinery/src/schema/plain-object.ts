/** JSON data with named members. */
export type PlainObject = Record<string, unknown>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets an own member of any name: assigning to `__proto__` would change the object's prototype instead of adding
 * a member.
 */
export function setOwn(object: PlainObject, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** Equal for equal JSON values, independent of the order of members. HOT PATH (bench: custom-create): no replacer, which is called for each member. */
export const identityText = (value: unknown): string => JSON.stringify(withSortedMembers(value));

function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value);
  const sorted: PlainObject = {};
  for (const name of names.length > 1 ? names.sort() : names) setOwn(sorted, name, withSortedMembers(value[name]));
  return sorted;
}

/** A deep copy, for small values such as defaults. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  const copy: PlainObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyOf(value[key]));
  return copy;
}
