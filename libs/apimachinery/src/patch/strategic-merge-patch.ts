import type { SchemaNode } from '../schema/structural-schema.js';
import { isJsonObject, MAX_NESTING, ownValue, tooDeep, type JsonObject } from './json-value.js';
import { isDeletion, mapDirective, readListPatch, readMapPatch } from './strategic-directives.js';
import { badOrderList, badPrimitiveList } from './strategic-error.js';
import { mergeList, orderList, withoutItems } from './strategic-list.js';

/** Result of a patch part that removes its value. */
const GONE = Symbol('gone');

/**
 * Applies a strategic merge patch: maps merge as in a JSON merge patch; lists merge where the schema says so, by merge
 * key or as sets, and are replaced otherwise; directives change this (`$patch`, `$retainKeys`, `$setElementOrder/x`,
 * `$deleteFromPrimitiveList/x`). Does not mutate its arguments; the result shares unchanged parts.
 * Without a schema, maps merge and lists are replaced. Source: A-554, C-257; decision 013.
 * @param schema of the object, with `patchStrategy` and `patchMergeKey`.
 * @throws ApiError BadRequest when the patch is malformed; Invalid when it needs a list of lists merged;
 * RequestEntityTooLarge when it nests deeper than 512 levels.
 */
export const applyStrategicMergePatch = (target: JsonObject, patch: JsonObject, schema: SchemaNode): JsonObject =>
  mergeMap(target, patch, schema, 0);

function mergeMap(current: JsonObject, patch: JsonObject, node: SchemaNode | undefined, depth: number): JsonObject {
  if (depth > MAX_NESTING) throw tooDeep();
  const directive = mapDirective(patch);
  if (directive === 'delete') return {};
  if (directive === 'replace') return withoutDirectives(patch, depth);
  const { changes, retained, orders, deletions } = readMapPatch(patch);
  const result: Record<string, unknown> = { ...current };
  if (retained) for (const field of Object.keys(result)) if (!retained.has(field)) delete result[field];
  for (const [field, change] of changes) {
    const value = mergeValue(ownValue(result, field), change, node?.field(field), orders.get(field), depth + 1);
    if (value === GONE) delete result[field];
    else result[field] = value;
  }
  for (const [field, order] of orders) {
    const list = ownValue(result, field);
    if (changes.has(field) || list === undefined) continue;
    if (!Array.isArray(list)) throw badOrderList();
    result[field] = orderList(list, order, node?.field(field));
  }
  // Last: deletions apply to the merged list.
  for (const [field, items] of deletions) {
    const list = ownValue(result, field);
    if (list === undefined) continue;
    if (!Array.isArray(list)) throw badPrimitiveList();
    result[field] = withoutItems(list, items);
  }
  return result;
}

function mergeValue(
  current: unknown,
  change: unknown,
  node: SchemaNode | undefined,
  order: readonly unknown[] | undefined,
  depth: number,
): unknown {
  if (order && !(Array.isArray(change) && (current === undefined || Array.isArray(current)))) throw badOrderList();
  if (Array.isArray(change)) {
    return mergeList(Array.isArray(current) ? current : undefined, change, order, node, {
      asNew: (item) => itemAsNew(item, depth + 1),
      merged: (item, itemPatch, itemNode) => mergeMap(item, itemPatch, itemNode, depth + 1),
    });
  }
  if (isJsonObject(change) && isJsonObject(current) && node?.patchStrategy !== 'replace') {
    return mergeMap(current, change, node, depth);
  }
  return asNew(change, depth);
}

/** The value of a change without a current value to merge with: drops nulls and directives, also unknown ones. */
function asNew(change: unknown, depth: number): unknown {
  if (change === null) return GONE;
  const isList = Array.isArray(change);
  if (!isList && !isJsonObject(change)) return change;
  if (depth > MAX_NESTING) throw tooDeep();
  if (isList) return readListPatch(change).changes.map((item) => itemAsNew(item, depth + 1));
  return isDeletion(change) ? GONE : withoutDirectives(change, depth);
}

/** A null in a list is a value; the schema validates it. */
const itemAsNew = (item: unknown, depth: number): unknown => (item === null ? null : asNew(item, depth));

function withoutDirectives(patch: JsonObject, depth: number): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [field, change] of readMapPatch(patch).changes) {
    const value = asNew(change, depth + 1);
    if (value !== GONE) result[field] = value;
  }
  return result;
}
