import { DEFAULT_CODEC_LIMITS } from '../codec/limits.js';
import { ApiError } from '../status/api-error.js';

/** A JSON object, not an array and not null. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum depth of a patched value: a deeper one could not be decoded as a body. */
export const MAX_NESTING = DEFAULT_CODEC_LIMITS.maxDepth;

/**
 * Rejected as a field: assigning it on a plain object sets the prototype. It is the only special name, because this code reads
 * own keys only; `constructor` and the like are plain names.
 */
export const PROTOTYPE_KEY = '__proto__';

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an own key; inherited keys, such as `toString`, do not count. */
export const ownValue = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Equality of JSON: the order of keys in objects does not matter. */
export function jsonEqual(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (depth > MAX_NESTING) throw tooDeep();
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i], depth + 1));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key], depth + 1))
  );
}

/** @throws ApiError RequestEntityTooLarge when `value`, at `depth`, nests deeper than `MAX_NESTING`. */
export function assertShallow(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_NESTING) throw tooDeep();
  if (Array.isArray(value)) for (const item of value) assertShallow(item, depth + 1);
  else for (const key in value) assertShallow((value as JsonObject)[key], depth + 1);
}

export const tooDeep = (): ApiError => ApiError.tooLarge(`the patched object nests deeper than ${MAX_NESTING} levels`);
