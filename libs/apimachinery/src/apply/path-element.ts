import { compareBytes } from '../schema/byte-order.js';
import { isPlainObject } from '../schema/plain-object.js';

/**
 * One step of a field path, in the format of FieldsV1 (C-131): `f:name` a field or map key, `k:{"name":"a"}` an item by its keys,
 * `v:"a"` an item of a set by its value, `i:0` an item by its index, `.` the value itself.
 */
export type PathElement = string;

/** The value itself, as opposed to the paths below it. */
export const SELF: PathElement = '.';

/** Maximum number of interned elements: names of schemas, and the first map keys. */
const MAX_KNOWN_NAMES = 8_192;
/** Longer names are not interned: they are map keys chosen by a client, and could hold megabytes. Unit: characters. */
const MAX_KNOWN_LENGTH = 64;
const elementByName = new Map<string, PathElement>();

// HOT PATH (bench: create): objects repeat the names of their schema. A new string would be hashed each time.
/** The element of a struct's field or a map's key. */
export function fieldElement(name: string): PathElement {
  let element = elementByName.get(name);
  if (element === undefined) {
    element = `f:${name}`;
    if (name.length <= MAX_KNOWN_LENGTH && elementByName.size < MAX_KNOWN_NAMES) elementByName.set(name, element);
  }
  return element;
}

/** The element of a set's item. */
export const valueElement = (value: unknown): PathElement => `v:${JSON.stringify(value)}`;

/** The field or map key that an element names; undefined for items and the value itself. */
export const fieldNameOf = (element: PathElement): string | undefined =>
  element.charCodeAt(0) === LETTER_F ? element.slice(2) : undefined;

const LETTER_F = 0x66;
const LETTER_K = 0x6b;
/** Order of the element types in a set. */
const SORTS = '.fkvi';

/**
 * Order of elements in a set: itself, fields by bytes, keyed items by keys and values, values, indexes. Numbers are compared
 * by value, not by digits. Negative when `a` comes first.
 */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  const sort = compareSorts(a, b);
  if (sort !== 0) return sort;
  if (!hasJson(a)) return compareBytes(a, b);
  return compareRead(a, JSON.parse(a.slice(2)), b, JSON.parse(b.slice(2)));
}

const hasJson = (element: PathElement): boolean => element.charCodeAt(0) !== LETTER_F && element !== SELF;

const compareSorts = (a: PathElement, b: PathElement): number =>
  a.charCodeAt(0) === b.charCodeAt(0) ? 0 : SORTS.indexOf(a.charAt(0)) - SORTS.indexOf(b.charAt(0));

/** Compares two elements of one type, given their parsed JSON. */
const compareRead = (a: PathElement, valueOfA: unknown, b: PathElement, valueOfB: unknown): number =>
  hasJson(a) ? compareValues(valueOfA, valueOfB) : compareBytes(a, b);

/** Sorts elements. Sorts only when needed, and parses each once; may change `elements`. */
export function inElementOrder(elements: PathElement[]): PathElement[] {
  for (let i = 1; i < elements.length; i++) {
    if (compareElements(elements[i - 1]!, elements[i]!) > 0) return sorted(elements);
  }
  return elements;
}

function sorted(elements: readonly PathElement[]): PathElement[] {
  return elements
    .map((element) => ({ element, value: hasJson(element) ? sortValue(element) : undefined }))
    .sort((a, b) => compareSorts(a.element, b.element) || compareRead(a.element, a.value, b.element, b.value))
    .map(({ element }) => element);
}

/** The parsed JSON of an element; for keyed items their keys and values in order, which are compared a dozen times each. */
function sortValue(element: PathElement): unknown {
  const value: unknown = JSON.parse(element.slice(2));
  return element.charCodeAt(0) === LETTER_K ? Object.entries(value as object).flat() : value;
}

/** Maximum length of the JSON in an element from a client, which is compared many times. Unit: characters. */
const MAX_JSON_CHARACTERS = 4_096;
const MAX_JSON_DEPTH = 16;

/**
 * The canonical form of an element from a client.
 * @returns undefined for a type that this release does not know.
 * @throws SyntaxError when the text after the type is malformed, longer than 4,096 characters, or deeper than 16 levels.
 */
export function canonicalElement(element: string): PathElement | undefined {
  switch (element.slice(0, 2)) {
    case 'f:':
      return element;
    case 'v:':
      return valueElement(readJson(element));
    case 'k:': {
      const keys = readJson(element);
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

function readJson(element: string): unknown {
  if (element.length > MAX_JSON_CHARACTERS) throw new SyntaxError('an element is too long');
  const value: unknown = JSON.parse(element.slice(2));
  if (isDeeper(value, MAX_JSON_DEPTH)) throw new SyntaxError('an element is nested too deeply');
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** An element in the format of messages: `.data`, `[name="a",port=80]`, `[="a"]`, `[0]`. */
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

/** Orders JSON values by type (number, string, boolean, list, object, null), then by value. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b);
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (Array.isArray(a)) return compareSequences(a, b as unknown[]);
  // Keys of items are serialized in order.
  if (isPlainObject(a)) return compareSequences(Object.entries(a).flat(), Object.entries(b as object).flat());
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
  switch (typeof value) {
    case 'number':
      return 0;
    case 'string':
      return 1;
    case 'boolean':
      return 2;
    default:
      return value === null ? 5 : Array.isArray(value) ? 3 : 4;
  }
}
