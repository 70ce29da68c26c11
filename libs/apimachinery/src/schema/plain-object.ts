/** JSON data with named members. */
export type PlainObject = Record<string, unknown>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets an own member whatever its name: assigning to `__proto__` would change the object's prototype instead of giving
 * it a member.
 */
export function setOwn(object: PlainObject, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** A copy that shares nothing, for small values such as defaults. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  const copy: PlainObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyOf(value[key]));
  return copy;
}
