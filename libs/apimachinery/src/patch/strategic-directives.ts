import { isJsonObject, ownValue, PROTOTYPE_KEY, type JsonObject } from './json-value.js';
import { badKey, badOrderList, badPrimitiveList, badRetainKeys, unknownDirective } from './strategic-error.js';

const PATCH_DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const ELEMENT_ORDER = '$setElementOrder';
const PRIMITIVE_DELETION = '$deleteFromPrimitiveList';

/** `$patch` directive of a map: `replace` or `delete` the current map, or, by default, `merge` into it. */
export type MapDirective = 'merge' | 'replace' | 'delete';

/** One parsed map of a strategic merge patch. */
export interface MapPatch {
  /** Changed fields; null removes a field. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** Fields to retain; undefined: all. */
  readonly retained: ReadonlySet<unknown> | undefined;
  /** Order of list items, by field. */
  readonly orders: ReadonlyMap<string, readonly unknown[]>;
  /** Items to remove from lists of scalars, by field. */
  readonly deletions: ReadonlyMap<string, readonly unknown[]>;
}

/** A parsed list of a strategic merge patch. */
export interface ListPatch {
  /** Discards the current list. */
  readonly replaces: boolean;
  /** Items to add or merge. */
  readonly changes: readonly unknown[];
  /** Maps that identify the items to remove. */
  readonly deletions: readonly JsonObject[];
}

/** @throws ApiError BadRequest for an unknown `$patch`. */
export function mapDirective(patch: JsonObject): MapDirective {
  const directive = Object.hasOwn(patch, PATCH_DIRECTIVE) ? patch[PATCH_DIRECTIVE] : 'merge';
  if (directive === 'merge' || directive === 'replace' || directive === 'delete') return directive;
  throw unknownDirective(directive, patch);
}

/** Whether a map that has nothing to merge with asks to be left out; any other directive of such a map means nothing. */
export const isDeletion = (patch: JsonObject): boolean => ownValue(patch, PATCH_DIRECTIVE) === 'delete';

/**
 * Separates directives from fields; `mapDirective` reads `$patch`.
 * @throws ApiError BadRequest when a directive is malformed, a field is named `__proto__`, or a field is set that is not retained.
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

/** @throws ApiError BadRequest when an item has an unknown `$patch`. */
export function readListPatch(items: readonly unknown[]): ListPatch {
  let replaces = false;
  const changes: unknown[] = [];
  const deletions: JsonObject[] = [];
  for (const item of items) {
    if (!isJsonObject(item) || ownValue(item, PATCH_DIRECTIVE) === undefined) {
      changes.push(item);
      continue;
    }
    const directive = mapDirective(item);
    if (directive === 'replace') replaces = true;
    else if (directive === 'delete') deletions.push(item);
    // Alone it applies to the whole list, which is merged by default.
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
