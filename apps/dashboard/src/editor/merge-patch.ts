const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => areEqual(item, b[index]));
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && areEqual(a[key], b[key]))
  );
}

/** The JSON merge patch (RFC 7386) from one value to another; undefined when they are equal. */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (areEqual(before, after)) return undefined;
  if (!isMap(before) || !isMap(after)) return after;
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!Object.hasOwn(after, key)) patch[key] = null;
    else if (!Object.hasOwn(before, key)) patch[key] = after[key];
    else if (!areEqual(before[key], after[key])) patch[key] = mergePatch(before[key], after[key]);
  }
  return patch;
}

/** The value after the patch; neither is changed. */
export function applyMergePatch(value: unknown, patch: unknown): unknown {
  if (patch === undefined) return value;
  if (!isMap(patch)) return patch;
  const result: Record<string, unknown> = isMap(value) ? { ...value } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = applyMergePatch(result[key], change);
  }
  return result;
}
