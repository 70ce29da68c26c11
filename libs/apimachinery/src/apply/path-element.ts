import { compareBytes } from '../schema/byte-order.js';
import { isPlainObject } from '../schema/plain-object.js';

/**
 * One step of a field path, as FieldsV1 writes it (C-131): `f:name` a field or map key, `k:{"name":"a"}` an item by its keys,
 * `v:"a"` an item of a set by its value, `i:0` an item by its place, `.` the thing itself.
 */
export type PathElement = string;

/** The thing itself, beside what is below it. */
export const SELF: PathElement = '.';

/** The element of a struct's field or a map's key. */
export const fieldElement = (name: string): PathElement => `f:${name}`;

/** The element of a set's item. */
export const valueElement = (value: unknown): PathElement => `v:${JSON.stringify(value)}`;

/** The field or map key that an element names; undefined for items and the thing itself. */
export const fieldNameOf = (element: PathElement): string | undefined =>
  element.charCodeAt(0) === LETTER_F ? element.slice(2) : undefined;

const LETTER_F = 0x66;
/** In the order in which elements of different sorts stand. */
const SORTS = '.fkvi';

/**
 * Order of elements in a set: itself, fields by bytes, keyed items by keys and values, values, places. Numbers stand by
 * amount, not by digits. Negative when `a` comes first.
 */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  const sort = a.charCodeAt(0);
  if (sort !== b.charCodeAt(0)) return SORTS.indexOf(a.charAt(0)) - SORTS.indexOf(b.charAt(0));
  if (sort === LETTER_F) return compareBytes(a, b);
  return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2)));
}

/** Elements in order. Sorts only when it must; `elements` is the caller's own array and may be changed. */
export function inElementOrder(elements: PathElement[]): PathElement[] {
  for (let i = 1; i < elements.length; i++) {
    if (compareElements(elements[i - 1]!, elements[i]!) > 0) return elements.sort(compareElements);
  }
  return elements;
}

/**
 * The one way to write an element that a client wrote.
 * @returns undefined for a sort this release does not know.
 * @throws SyntaxError when what follows the sort is malformed.
 */
export function canonicalElement(element: string): PathElement | undefined {
  switch (element.slice(0, 2)) {
    case 'f:':
      return element;
    case 'v:':
      return valueElement(JSON.parse(element.slice(2)));
    case 'k:': {
      const keys: unknown = JSON.parse(element.slice(2));
      if (!isPlainObject(keys)) throw new SyntaxError('the keys of an item must be an object');
      return `k:{${Object.keys(keys)
        .sort(compareBytes)
        .map((name) => `${JSON.stringify(name)}:${JSON.stringify(keys[name])}`)
        .join(',')}}`;
    }
    case 'i:': {
      const place = Number(element.slice(2));
      if (!Number.isSafeInteger(place)) throw new SyntaxError('the place of an item must be a whole number');
      return `i:${place}`;
    }
    default:
      return undefined;
  }
}

/** An element as messages show it: `.data`, `[name="a",port=80]`, `[="a"]`, `[0]`. */
export function showElement(element: PathElement): string {
  const text = element.slice(2);
  switch (element.charAt(0)) {
    case 'f':
      return `.${text}`;
    case 'k': {
      const keys = JSON.parse(text) as Record<string, unknown>;
      return `[${Object.keys(keys)
        .map((name) => `${name}=${JSON.stringify(keys[name])}`)
        .join(',')}]`;
    }
    case 'v':
      return `[=${text}]`;
    default:
      return `[${text}]`;
  }
}

/** Numbers, texts, booleans, lists, objects, null: in this order, and each among its own. */
function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === 'string') return compareBytes(a, b as string);
  if (Array.isArray(a)) return compareSequences(a, b as unknown[]);
  if (isPlainObject(a)) {
    const entries = (value: object) => Object.entries(value).sort(([x], [y]) => compareBytes(x, y));
    return compareSequences(entries(a).flat(), entries(b as object).flat());
  }
  return Number(a) - Number(b);
}

function compareSequences(a: readonly unknown[], b: readonly unknown[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function rankOf(value: unknown): number {
  if (value === null) return 5;
  if (Array.isArray(value)) return 3;
  return { number: 0, string: 1, boolean: 2 }[typeof value as string] ?? 4;
}
