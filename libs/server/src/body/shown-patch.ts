/** Longer texts are cut: an answer should not be larger than the object. Unit: characters. */
const MAX_SHOWN = 64 * 1_024;

/**
 * The patched object as an error shows it: fields of changed objects in order, everything that the patch left alone as it was, and
 * characters of HTML escaped, as kube-apiserver encodes it.
 * @param current the object before the patch, with which the patched one shares what it did not change.
 */
export function shownResult(patched: unknown, current: unknown): string {
  const text = encoded(patched, current).replaceAll(HTML, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}

const HTML = /[<>&\u2028\u2029]/g;

function encoded(patched: unknown, current: unknown): string {
  if (!isObject(patched) || (patched === current && current !== undefined)) return JSON.stringify(patched);
  const before: Readonly<Record<string, unknown>> = isObject(current) ? current : {};
  const fields = Object.keys(patched)
    .filter((name) => patched[name] !== undefined)
    .sort()
    .map(
      (name) =>
        `${JSON.stringify(name)}:${encoded(patched[name], Object.hasOwn(before, name) ? before[name] : undefined)}`,
    );
  return `{${fields.join(',')}}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
