import { areEqual } from '../api/are-equal';
import { isRecord } from '../api/object';

/** The JSON merge patch (RFC 7386) from one value to another; undefined when they are equal. */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (areEqual(before, after)) return undefined;
  if (!isRecord(before) || !isRecord(after)) return after;
  // Of entries: a key of a ConfigMap may be `__proto__`.
  const patch = new Map<string, unknown>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.hasOwn(after, key)) patch.set(key, null);
    else if (!Object.hasOwn(before, key)) patch.set(key, after[key]);
    else if (!areEqual(before[key], after[key])) patch.set(key, mergePatch(before[key], after[key]));
  }
  return Object.fromEntries(patch);
}

/** The value after the patch; neither is changed. */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (patch === undefined) return value;
  if (!isRecord(patch)) return patch;
  const result = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) result.delete(key);
    else result.set(key, applyMergePatch(result.get(key), change));
  }
  return Object.fromEntries(result);
}
