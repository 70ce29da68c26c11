/**
 * Whether two JSON values are equal, in any order of keys. Absent and null members are equal: earlier releases of this server did not
 * store the null of a field that is always written.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(a) && isNothing(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  let present = 0;
  for (const key of Object.keys(left)) {
    if (isNothing(left[key])) continue;
    if (!Object.hasOwn(right, key) || !sameJson(left[key], right[key])) return false;
    present += 1;
  }
  return Object.keys(right).filter((key) => !isNothing(right[key])).length === present;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** A text that is equal for values that `sameJson` takes for equal: sets of it find a value among many without comparing each with each. */
export const jsonKey = (value: unknown): string => JSON.stringify(value, inKeyOrder) ?? '';

function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isNothing(member));
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As `sameJson`, but an absent map or list equals an empty one. */
export const sameContent = (a: unknown, b: unknown): boolean => sameJson(a ?? {}, b ?? {});
