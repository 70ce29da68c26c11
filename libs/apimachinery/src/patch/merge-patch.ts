import { ApiError } from '../status/api-error.js';
import {
  isJsonObject,
  jsonEqual,
  MAX_NESTING,
  ownValue,
  PROTOTYPE_KEY,
  tooDeep,
  type JsonObject,
} from './json-value.js';

/**
 * Applies a JSON merge patch (RFC 7386): objects merge, null removes, everything else replaces. Does not mutate its
 * arguments; the result shares unchanged parts, and is `target` itself when the patch changes no scalar or
 * map. Source: A-552.
 * @throws ApiError BadRequest when an object in the patch has the key `__proto__`; RequestEntityTooLarge when it nests
 * deeper than 512 levels.
 */
export const applyMergePatch = (target: unknown, patch: unknown): unknown => merge(target, patch, 0);

function merge(target: unknown, patch: unknown, depth: number): unknown {
  if (!isJsonObject(patch)) return patch;
  if (depth > MAX_NESTING) throw tooDeep();
  const base = isJsonObject(target) ? target : {};
  let result: Record<string, unknown> | undefined = base === target ? undefined : {};
  for (const key of Object.keys(patch)) {
    if (key === PROTOTYPE_KEY) throw ApiError.badRequest(`a merge patch must not contain the key "${PROTOTYPE_KEY}"`);
    const change = patch[key];
    if (change === null) {
      if (!Object.hasOwn(base, key)) continue;
      result ??= { ...base };
      delete result[key];
      continue;
    }
    const value = merge(ownValue(base, key), change, depth + 1);
    if (Object.hasOwn(base, key) && value === base[key]) continue;
    result ??= { ...base };
    result[key] = value;
  }
  return result ?? base;
}

/**
 * The smallest merge patch from `from` to `to`; `{}` when they are equal objects. A null inside an object of
 * `to` cannot be expressed: in a merge patch it removes the key.
 */
export function createMergePatch(from: unknown, to: unknown): unknown {
  return isJsonObject(from) && isJsonObject(to) ? difference(from, to, 0) : to;
}

function difference(from: JsonObject, to: JsonObject, depth: number): JsonObject {
  if (depth > MAX_NESTING) throw tooDeep();
  // Entries, not assignments: they keep `__proto__` as a plain key, which `applyMergePatch` then rejects.
  const changes: [string, unknown][] = [];
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) changes.push([key, null]);
  for (const key of Object.keys(to)) {
    const before = ownValue(from, key);
    const after = to[key];
    if (Object.hasOwn(from, key) && jsonEqual(before, after)) continue;
    changes.push([key, isJsonObject(before) && isJsonObject(after) ? difference(before, after, depth + 1) : after]);
  }
  return Object.fromEntries(changes);
}
