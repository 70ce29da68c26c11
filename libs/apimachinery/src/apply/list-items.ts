import { compareBytes } from '../schema/byte-order.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { compareElements, compareValues, valueElement, type PathElement } from './path-element.js';

/** Lists with an owner per item: sets and keyed lists (A-152..A-154). */
export const hasOwnedItems = (node: SchemaNode | undefined): boolean =>
  node?.kind === 'list' && (node.listType === 'map' || node.listType === 'set');

/** One key field of a keyed list. */
interface ItemKey {
  readonly name: string;
  /** `"name":`, as it is written. */
  readonly label: string;
  /** Its zero value is stored as absence. */
  readonly emptyIsAbsent: boolean;
  /** Value of an absent key: the default, or else the zero value of a scalar. Undefined: none. */
  readonly default: unknown;
  /** The default, as it is written. */
  readonly fallback: string | undefined;
}

/** An item with its path element. */
interface OwnedItem {
  readonly element: PathElement;
  readonly item: unknown;
  /** Other items have the same path element: they are owned as one. */
  repeated: boolean;
}

const ZEROS: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false };

const keysByList = new WeakMap<SchemaNode, readonly ItemKey[]>();

/**
 * Path element of an item in a list that `hasOwnedItems`. An absent key counts as its default, and so does a value that is
 * stored as absence.
 */
export function itemElement(list: SchemaNode, item: unknown): PathElement {
  if (list.listType === 'set') return valueElement(item);
  let text = '';
  for (const key of keysOf(list)) {
    const { label, fallback } = key;
    const value = storedKey(item, key);
    const written = value === undefined ? fallback : JSON.stringify(value);
    if (written !== undefined) text += text === '' ? label + written : `,${label}${written}`;
  }
  return `k:{${text}}`;
}

/** Why an item has no path element; undefined when it has one. */
export function itemError(list: SchemaNode, item: unknown): string | undefined {
  if (list.listType === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    if (typeof item === 'object') return 'associative list without keys has an element that is not a scalar';
    return undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isPlainObject(item)) return 'associative list with keys may not have non-map elements';
  const missing = keysOf(list).find((key) => keyValue(item, key) === undefined);
  if (!missing) return undefined;
  return `associative list with keys has an element that omits key field "${missing.name}" (and doesn't have default value)`;
}

// HOT PATH (bench: create): sorts items by their keys without parsing the path elements again.
/** Distinct items of a list, in the order of field sets. */
export function ownedItems(list: SchemaNode, items: readonly unknown[]): readonly OwnedItem[] {
  const owned: OwnedItem[] = [];
  const known = items.length > FEW ? new Map<PathElement, OwnedItem>() : undefined;
  for (const item of items) {
    const element = itemElement(list, item);
    const same = known === undefined ? owned.find((other) => other.element === element) : known.get(element);
    if (same !== undefined) {
      same.repeated = true;
      continue;
    }
    const one = { element, item, repeated: false };
    owned.push(one);
    known?.set(element, one);
  }
  for (let i = 1; i < owned.length; i++) {
    if (compareItems(list, owned[i - 1]!, owned[i]!) > 0) return owned.sort((a, b) => compareItems(list, a, b));
  }
  return owned;
}

// HOT PATH (bench: apply): most updates change no list.
/** Whether two short lists have the same path elements, without duplicates and in the same order. */
export function sameItems(list: SchemaNode, a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length || a.length > FEW) return false;
  for (let i = 0; i < a.length; i++) {
    if (!sameKeys(list, a[i], b[i])) return false;
    for (let j = 0; j < i; j++) if (sameKeys(list, a[i], a[j])) return false;
  }
  return true;
}

function sameKeys(list: SchemaNode, a: unknown, b: unknown): boolean {
  if (list.listType === 'set') return a === b;
  for (const key of keysOf(list)) if (keyValue(a, key) !== keyValue(b, key)) return false;
  return true;
}

/** Up to this many items are searched without an index. */
const FEW = 16;

function compareItems(list: SchemaNode, a: OwnedItem, b: OwnedItem): number {
  if (list.listType === 'set') return compareValues(a.item, b.item);
  for (const key of keysOf(list)) {
    const left = keyValue(a.item, key);
    const right = keyValue(b.item, key);
    // Without all keys, the elements have different ones.
    if (left === undefined || right === undefined) return compareElements(a.element, b.element);
    const order = compareValues(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

const keyValue = (item: unknown, key: ItemKey): unknown => storedKey(item, key) ?? key.default;

/** The key as stored: undefined when absent. */
function storedKey(item: unknown, { name, emptyIsAbsent }: ItemKey): unknown {
  const value = isPlainObject(item) ? (item[name] ?? undefined) : undefined;
  return emptyIsAbsent && (value === '' || value === 0 || value === false) ? undefined : value;
}

/** Items of a list by path element, in the order of first occurrence. More than one: duplicates. */
export function indexItems(list: SchemaNode, items: readonly unknown[]): Map<PathElement, readonly unknown[]> {
  const index = new Map<PathElement, unknown[]>();
  for (const item of items) {
    const element = itemElement(list, item);
    const known = index.get(element);
    if (known === undefined) index.set(element, [item]);
    else known.push(item);
  }
  return index;
}

function keysOf(list: SchemaNode): readonly ItemKey[] {
  let keys = keysByList.get(list);
  if (keys === undefined) {
    keys = [...list.listMapKeys].sort(compareBytes).map((name) => {
      const field = list.items?.field(name);
      const fallback = field?.default ?? ZEROS[field?.scalarType ?? 'object'];
      return {
        name,
        label: `${JSON.stringify(name)}:`,
        emptyIsAbsent: field?.emptyIsAbsent ?? false,
        default: fallback,
        fallback: fallback === undefined ? undefined : JSON.stringify(fallback),
      };
    });
    keysByList.set(list, keys);
  }
  return keys;
}
