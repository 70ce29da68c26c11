import { compareBytes } from '../schema/byte-order.js';
import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { valueElement, type PathElement } from './path-element.js';

/** Lists whose items have owners of their own: sets and lists keyed by members of their items (A-152..A-154). */
export const hasOwnedItems = (node: SchemaNode | undefined): boolean =>
  node?.kind === 'list' && (node.listType === 'map' || node.listType === 'set');

/** One member that tells items of a keyed list apart. */
interface ItemKey {
  readonly name: string;
  /** `"name":`, as it is written. */
  readonly label: string;
  /** What stands for an absent one; undefined: nothing. */
  readonly fallback: string | undefined;
}

const keysByList = new WeakMap<SchemaNode, readonly ItemKey[]>();

/** What tells an item apart in a list that `hasOwnedItems`. An absent key counts as its default. */
export function itemElement(list: SchemaNode, item: unknown): PathElement {
  if (list.listType === 'set') return valueElement(item);
  let text = '';
  for (const { name, label, fallback } of keysOf(list)) {
    const value = isPlainObject(item) ? item[name] : undefined;
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
  const missing = keysOf(list).find((key) => item[key.name] === undefined && key.fallback === undefined);
  if (!missing) return undefined;
  return `associative list with keys has an element that omits key field "${missing.name}" (and doesn't have default value)`;
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
      const fallback = list.items?.field(name)?.default;
      return {
        name,
        label: `${JSON.stringify(name)}:`,
        fallback: fallback === undefined ? undefined : JSON.stringify(fallback),
      };
    });
    keysByList.set(list, keys);
  }
  return keys;
}
