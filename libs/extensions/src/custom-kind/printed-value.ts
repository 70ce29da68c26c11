import { inByteOrder, isPlainObject } from '@orch/apimachinery';

/** A value in cells of type string: objects and lists as Go encodes JSON, others as Go prints them. */
export function printedValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return String(value as string | number | boolean | bigint);
  return JSON.stringify(value, inOrder).replace(
    HTML,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Characters that Go escapes in JSON. */
const HTML = /[<>&\u2028\u2029]/g;

const inOrder = (_name: string, value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(inByteOrder(Object.keys(value)).map((name) => [name, value[name]] as const))
    : value;
