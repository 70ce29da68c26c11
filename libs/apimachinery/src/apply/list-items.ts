import { compareBytes } from '../schema/byte-order.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { compareElements, compareValues, valueElement, type PathElement } from './path-element.js';

/** Lists whose items have owners of their own: sets and lists keyed by members of their items (A-152..A-154). */
export const hasOwnedItems = (node: SchemaNode | undefined): boolean =>
  node?.kind === 'list' && (node.listType === 'map' || node.listType === 'set');

/** One member that tells items of a keyed list apart. */
interface ItemKey {
  readonly name: string;
  /** `"name":`, as it is written. */
  readonly label: string;
  /** Its zero value is stored as absence. */
  readonly emptyIsAbsent: boolean;
  /** What stands for an absent one; undefined: nothing. */
  readonly default: unknown;
  /** The default, as it is written. */
  readonly fallback: string | undefined;
}

/** An item with what tells it apart. */
interface OwnedItem {
  readonly element: PathElement;
  readonly item: unknown;
  /** Others cannot be told apart from it: they are owned as one. */
  repeated: boolean;
}

const keysByList = new WeakMap<SchemaNode, readonly ItemKey[]>();

/**
 * What tells an item apart in a list that `hasOwnedItems`. An absent key counts as its default, and so does what is stored
 * as absence.
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

/** Why an item cannot be told apart from others; undefined when it can. */
export function itemComplaint(list: SchemaNode, item: unknown): string | undefined {
  if (list.listType === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    if (typeof item === 'object') return 'associative list without keys has an element that is no scalar';
    return undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isPlainObject(item)) return 'associative list with keys may not have non-map elements';
  const missing = keysOf(list).find((key) => keyValue(item, key) === undefined);
  if (!missing) return undefined;
  return `associative list with keys has an element that omits key field "${missing.name}" (and doesn't have default value)`;
}

// HOT PATH (bench: create): items are put in order by their keys, which are at hand, and not by reading elements again.
/** Items of a list in the order of a set, each once. */
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
/** Whether two short lists have the same items, each once and in the same order, whatever else is in them. */
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

/** So few items are looked through without an index. */
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

/** The key as it is stored: undefined where nothing is. */
function storedKey(item: unknown, { name, emptyIsAbsent }: ItemKey): unknown {
  const value = isPlainObject(item) ? (item[name] ?? undefined) : undefined;
  return emptyIsAbsent && (value === '' || value === 0 || value === false) ? undefined : value;
}

/** Items of a list by what tells them apart, in the order of their first occurrence. More than one: repeats. */
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
      const fallback = field?.default;
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
