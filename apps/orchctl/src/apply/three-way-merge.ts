import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The merge patch (RFC 7386) from `current` to `wanted`: sets fields that differ, and removes fields of `applied` (the
 * last applied configuration) that `wanted` lacks. Other fields are kept. Lists are replaced as a whole.
 * @returns the patch; empty when nothing changes.
 */
export function threeWayMerge(applied: Fields, wanted: Fields, current: Fields): Record<string, unknown> {
  const patch = new Map<string, unknown>();
  for (const [key, value] of Object.entries(wanted)) {
    const before = own(current, key);
    if (isFields(value) && isFields(before)) {
      const inner = own(applied, key);
      const change = threeWayMerge(isFields(inner) ? inner : {}, value, before);
      if (Object.keys(change).length > 0) patch.set(key, change);
    } else if (value === null ? before !== undefined : !isDeepStrictEqual(value, before)) {
      patch.set(key, value);
    }
  }
  for (const key of Object.keys(applied)) {
    if (own(wanted, key) === undefined && own(current, key) !== undefined) patch.set(key, null);
  }
  return Object.fromEntries(patch);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own keys only: `constructor` is a key of data, not the inherited member. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
