import type { SchemaNode } from '../schema/structural-schema.js';
import { isJsonObject, type JsonObject } from './json-value.js';
import { readListPatch } from './strategic-directives.js';
import { badPrimitiveList, listOfLists, noMergeKey, noMergeKeyDeclared, unlikeItems } from './strategic-error.js';
import { inOrder, requireInOrder, type Identify } from './strategic-order.js';

/** How items become what they are in the result: the part of patching that is not about lists. */
export interface ItemPatching {
  readonly asNew: (item: unknown) => unknown;
  readonly merged: (standing: JsonObject, patch: JsonObject, node: SchemaNode | undefined) => JsonObject;
}

/**
 * Merges a list into the one that stands, where the schema says that it merges, or puts it in its place.
 * @param standing undefined when there is none: then what is repeated in the patch stays so (one port, two protocols).
 * @param order what `$setElementOrder` says, where it does.
 */
export function mergeList(
  standing: readonly unknown[] | undefined,
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  node: SchemaNode | undefined,
  patching: ItemPatching,
): unknown[] {
  if (!merges(node)) return readListPatch(patch).changes.map(patching.asNew);
  if (standing === undefined) return newList(patch, order, node, patching);
  if (holdMaps(standing, patch)) return mergeMaps(standing, patch, order, node, patching);
  if (order) requireInOrder(patch, order, itself);
  const merged = [...new Set([...standing, ...patch])];
  return inOrder(merged, order ?? patch, standing, itself);
}

/** Orders a list that the patch leaves as it is otherwise; one that does not merge has no order but its own. */
export function orderList(
  standing: readonly unknown[],
  order: readonly unknown[],
  node: SchemaNode | undefined,
): readonly unknown[] {
  if (!merges(node)) return standing;
  const identify = holdMaps(standing, order) ? byMergeKey(node) : itself;
  return inOrder(standing, order, standing, identify);
}

/** @throws ApiError BadRequest when the list is not one of scalars that merge. */
export function withoutItems(
  list: readonly unknown[],
  items: readonly unknown[],
  node: SchemaNode | undefined,
): unknown[] {
  if (!merges(node) || holdMaps(list, items)) throw badPrimitiveList();
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
  standing: readonly unknown[],
  patch: readonly unknown[],
  order: readonly unknown[] | undefined,
  node: SchemaNode,
  patching: ItemPatching,
): unknown[] {
  const identify = byMergeKey(node);
  const { replaces, changes, deletions } = readListPatch(patch);
  if (order) requireInOrder(changes, order, identify);
  const unwanted = new Set(deletions.map(identify));
  if (replaces) return changes.map(patching.asNew);
  const kept = standing.filter((item) => !unwanted.has(identify(item)));
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
  return inOrder(merged, order ?? changes, kept, identify);
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

/** Whether all items are maps, or none is. @throws ApiError for what is neither, BadRequest or Invalid. */
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
