/** Longer texts are cut: an answer should not be larger than the object. Unit: characters. */
const MAX_SHOWN = 64 * 1_024;

/**
 * The patched object as an error shows it: fields of changed objects in order, everything that the patch left alone as it was, and
 * characters of HTML escaped, as kube-apiserver encodes it.
 * @param current the object before the patch, with which the patched one shares what it did not change.
 */
export function shownResult(patched: unknown, current: unknown): string {
  // Cut before it is escaped: the cost of a message does not depend on the object.
  const text = encoded(patched, current, MAX_SHOWN);
  const shown = text.slice(0, MAX_SHOWN).replaceAll(HTML, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Math.max(text.length, shown.length) > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}...` : shown;
}

const HTML = /[<>&\u2028\u2029]/g;

/** @param room characters after which the rest may be left out; the text is longer than that then. */
function encoded(patched: unknown, current: unknown, room: number): string {
  if (typeof patched === 'string') return JSON.stringify(patched.slice(0, room));
  if (!isObject(patched) || (patched === current && current !== undefined)) {
    return JSON.stringify(patched).slice(0, room + 1);
  }
  const before: Readonly<Record<string, unknown>> = isObject(current) ? current : {};
  let text = '';
  for (const name of Object.keys(patched).sort()) {
    if (patched[name] === undefined) continue;
    if (text.length > room) break;
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const key = JSON.stringify(name.slice(0, room));
    text += `${text === '' ? '' : ','}${key}:${encoded(patched[name], was, room - text.length)}`;
  }
  return `{${text}}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
