import { isJsonObject, ownValue, PROTOTYPE_KEY, type JsonObject } from './json-value.js';
import { badKey, badOrderList, badPrimitiveList, badRetainKeys, unknownDirective } from './strategic-error.js';

const PATCH_DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const ELEMENT_ORDER = '$setElementOrder';
const PRIMITIVE_DELETION = '$deleteFromPrimitiveList';

/** What is to become of a map: `replace` what stands by it, `delete` what stands, or, as without a word, `merge` into it. */
export type MapFate = 'merge' | 'replace' | 'delete';

/** One map of a strategic merge patch, taken apart. */
export interface MapPatch {
  /** Fields and what they become; null takes one away. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** Fields that stay; undefined: all. */
  readonly retained: ReadonlySet<unknown> | undefined;
  /** Order of the items of a list, by the list's field. */
  readonly orders: ReadonlyMap<string, readonly unknown[]>;
  /** Items to take out of a list of scalars, by the list's field. */
  readonly deletions: ReadonlyMap<string, readonly unknown[]>;
}

/** A list of a strategic merge patch, taken apart. */
export interface ListPatch {
  /** Nothing of what stands is kept. */
  readonly replaces: boolean;
  /** Items to add or to merge. */
  readonly changes: readonly unknown[];
  /** Maps that name the items to take out. */
  readonly deletions: readonly JsonObject[];
}

/** @throws ApiError BadRequest when its `$patch` says something else. */
export function mapFate(patch: JsonObject): MapFate {
  const directive = Object.hasOwn(patch, PATCH_DIRECTIVE) ? patch[PATCH_DIRECTIVE] : 'merge';
  if (directive === 'merge' || directive === 'replace' || directive === 'delete') return directive;
  throw unknownDirective(directive, patch);
}

/**
 * Tells directives from fields; `$patch` is `mapFate`'s.
 * @throws ApiError BadRequest when a directive is malformed, a field is called `__proto__`, or one is set that is not retained.
 */
export function readMapPatch(patch: JsonObject): MapPatch {
  const changes = new Map<string, unknown>();
  const orders = new Map<string, readonly unknown[]>();
  const deletions = new Map<string, readonly unknown[]>();
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (key === PROTOTYPE_KEY) throw badKey();
    if (key === PATCH_DIRECTIVE || key === RETAIN_KEYS) continue;
    if (key.startsWith(ELEMENT_ORDER)) orders.set(...listDirective(key, ELEMENT_ORDER, value, badOrderList));
    else if (key.startsWith(PRIMITIVE_DELETION)) {
      deletions.set(...listDirective(key, PRIMITIVE_DELETION, value, badPrimitiveList));
    } else changes.set(key, value);
  }
  return { changes, orders, deletions, retained: retainedBy(patch, changes) };
}

/** @throws ApiError BadRequest when the `$patch` of an item says something unknown. */
export function readListPatch(items: readonly unknown[]): ListPatch {
  let replaces = false;
  const changes: unknown[] = [];
  const deletions: JsonObject[] = [];
  for (const item of items) {
    if (!isJsonObject(item) || ownValue(item, PATCH_DIRECTIVE) === undefined) {
      changes.push(item);
      continue;
    }
    const fate = mapFate(item);
    if (fate === 'replace') replaces = true;
    else if (fate === 'delete') deletions.push(item);
    // Alone it speaks of the whole list, which is merged anyhow.
    else if (Object.keys(item).length > 1) changes.push(item);
  }
  return { replaces, changes, deletions };
}

function listDirective(
  key: string,
  directive: string,
  value: unknown,
  error: () => Error,
): [field: string, items: readonly unknown[]] {
  const field = key.slice(directive.length + 1);
  if (key[directive.length] !== '/' || field === '' || !Array.isArray(value)) throw error();
  if (field === PROTOTYPE_KEY) throw badKey();
  return [field, value];
}

function retainedBy(patch: JsonObject, changes: ReadonlyMap<string, unknown>): ReadonlySet<unknown> | undefined {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return undefined;
  const keys = patch[RETAIN_KEYS];
  if (!Array.isArray(keys)) throw badRetainKeys();
  const retained = new Set<unknown>(keys);
  for (const [field, value] of changes) if (value !== null && !retained.has(field)) throw badRetainKeys();
  return retained;
}
