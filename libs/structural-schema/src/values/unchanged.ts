import { identityText, isPlainObject, jsonEqual } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';

/** Items of stored keyed lists by their keys, during one validation. */
export type OldItems = Map<readonly unknown[], Map<string, unknown>>;

/** Whether a value equals the stored one, as far as the schema says which of their parts belong together. */
export function isUnchanged(value: unknown, old: unknown, node: StructuralNode, oldItems: OldItems): boolean {
  if (value === null || old === null || typeof value !== 'object' || typeof old !== 'object') return value === old;
  if (Array.isArray(value) !== Array.isArray(old)) return false;
  if (Array.isArray(value)) return sameItems(value, old as unknown[], node, oldItems);
  return sameMembers(value as Record<string, unknown>, old as Record<string, unknown>, node, oldItems);
}

function sameItems(
  value: readonly unknown[],
  old: readonly unknown[],
  node: StructuralNode,
  oldItems: OldItems,
): boolean {
  if (value.length !== old.length) return false;
  const items = node.items;
  if (node.listType !== 'map' || items === undefined) return jsonEqual(value, old);
  return value.every((item) => {
    const before = oldItem(item, old, node, oldItems);
    return before !== undefined && isUnchanged(item, before, items, oldItems);
  });
}

function sameMembers(
  value: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>>,
  node: StructuralNode,
  oldItems: OldItems,
): boolean {
  const names = Object.keys(value);
  if (names.length !== Object.keys(old).length) return false;
  return names.every((name) => {
    const member = node.member(name);
    return member !== undefined && Object.hasOwn(old, name) && isUnchanged(value[name], old[name], member, oldItems);
  });
}

/** The item of the stored list with the same keys; undefined when there is none, or the list has no keys. */
export function oldItem(item: unknown, old: unknown, node: StructuralNode, oldItems: OldItems): unknown {
  if (node.listType !== 'map' || !Array.isArray(old)) return undefined;
  const names = node.listMapKeys;
  let byKeys = oldItems.get(old);
  if (byKeys === undefined) {
    byKeys = new Map();
    const before: readonly unknown[] = old;
    for (const one of before) {
      const keys = keysText(one, names);
      if (keys !== undefined && !byKeys.has(keys)) byKeys.set(keys, one);
    }
    oldItems.set(old, byKeys);
  }
  const keys = keysText(item, names);
  return keys === undefined ? undefined : byKeys.get(keys);
}

function keysText(item: unknown, names: readonly string[]): string | undefined {
  return isPlainObject(item) ? identityText(names.map((name) => item[name] ?? null)) : undefined;
}
