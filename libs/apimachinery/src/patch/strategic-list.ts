import type { SchemaNode } from '../schema/structural-schema.js';
import { isJsonObject, type JsonObject } from './json-value.js';
import { readListPatch } from './strategic-directives.js';
import { badPrimitiveList, listOfLists, noMergeKey, noMergeKeyDeclared, unlikeItems } from './strategic-error.js';
import { inOrder, requireInOrder, type Identify } from './strategic-order.js';

/** Patching of single items; the rest of this file is about lists. */
export interface ItemPatching {
  readonly asNew: (item: unknown) => unknown;
  readonly merged: (current: JsonObject, patch: JsonObject, node: SchemaNode | undefined) => JsonObject;
}

/**
 * Merges a list into the current one when the schema says so, otherwise replaces it.
 * @param current undefined when absent: then items with equal merge keys in the patch stay separate (one port, two protocols).
 * @param order value of `$setElementOrder`, if any.
 */
export function mergeList(
  current: readonly unknown[] | undefined,
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  node: SchemaNode | undefined,
  patching: ItemPatching,
): unknown[] {
  if (!merges(node)) return readListPatch(patch).changes.map(patching.asNew);
  if (current === undefined) return newList(patch, order, node, patching);
  if (holdMaps(current, patch)) return mergeMaps(current, patch, order, node, patching);
  if (order) requireInOrder(patch, order, itself);
  const merged = [...new Set([...current, ...patch])];
  return inOrder(merged, order ?? patch, current, itself);
}

/** Orders a list that the patch does not change otherwise; a list that does not merge keeps its order. */
export function orderList(
  current: readonly unknown[],
  order: readonly unknown[],
  node: SchemaNode | undefined,
): readonly unknown[] {
  if (!merges(node)) return current;
  const identify = holdMaps(current, order) ? byMergeKey(node) : itself;
  return inOrder(current, order, current, identify);
}

/** Whether the list merges or is replaced by other patches is the same here. @throws ApiError BadRequest for a list of maps. */
export function withoutItems(list: readonly unknown[], items: readonly unknown[]): unknown[] {
  if (holdMaps(list, items)) throw badPrimitiveList();
  const unwanted = new Set(items);
  return list.filter((item) => !unwanted.has(item));
}

function newList(
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  node: SchemaNode,
  patching: ItemPatching,
): unknown[] {
  const items = readListPatch(patch).changes.map(patching.asNew);
  if (!order) return items;
  const identify = holdMaps(items, order) ? byMergeKey(node) : itself;
  requireInOrder(items, order, identify);
  return inOrder(items, order, [], identify);
}

function mergeMaps(
  current: readonly unknown[],
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  node: SchemaNode,
  patching: ItemPatching,
): unknown[] {
  const identify = byMergeKey(node);
  const { replaces, changes, deletions } = readListPatch(patch);
  order?.forEach(identify); // each names an item, also where the patch has none
  if (order) requireInOrder(changes, order, identify);
  const unwanted = new Set(deletions.map(identify));
  if (replaces) return changes.map(patching.asNew);
  const kept = current.filter((item) => !unwanted.has(identify(item)));
  const merged: unknown[] = [...kept];
  const places = new Map<unknown, number>();
  merged.forEach((item, place) => {
    if (!places.has(identify(item))) places.set(identify(item), place);
  });
  for (const change of changes) {
    const identity = identify(change);
    const place = places.get(identity);
    if (place === undefined) places.set(identity, merged.push(patching.asNew(change)) - 1);
    else merged[place] = patching.merged(merged[place] as JsonObject, change as JsonObject, node.items);
  }
  // A new item has lost a null merge key.
  return inOrder(merged, order ?? changes, kept, (item) => (item as JsonObject)[node.patchMergeKey!] ?? null);
}

const merges = (node: SchemaNode | undefined): node is SchemaNode =>
  node?.patchStrategy?.split(',').includes('merge') ?? false;

const itself: Identify = (item) => item;

function byMergeKey({ patchMergeKey }: SchemaNode): Identify {
  if (patchMergeKey === undefined) throw noMergeKeyDeclared();
  return (item) => {
    if (!isJsonObject(item) || !Object.hasOwn(item, patchMergeKey)) throw noMergeKey(item, patchMergeKey);
    return item[patchMergeKey];
  };
}

/** Whether all items are maps, or none is. @throws ApiError BadRequest for mixed items, Invalid for lists of lists. */
function holdMaps(...lists: readonly (readonly unknown[])[]): boolean {
  let maps: boolean | undefined;
  for (const list of lists) {
    for (const item of list) {
      if (Array.isArray(item)) throw listOfLists();
      const isMap = isJsonObject(item);
      if (maps !== undefined && maps !== isMap) throw unlikeItems();
      maps = isMap;
    }
  }
  return maps ?? false;
}
