import { ApiError, copyOf, setOwn, type CompiledSchema, type PlainObject, type WorkLimit } from '@orch/apimachinery';
import { isMetaField, type StructuralNode } from '../schema/structural-node.js';
import { Pruner } from './pruner.js';

/** Whether a null is an absent value. */
const isAbsentNull = (value: unknown, node: StructuralNode | undefined): boolean =>
  value === null && node !== undefined && !node.nullable;

/** Characters of JSON that defaults add to an object, at most: a list of many empty items can have a large default for each. */
const MAX_ADDED = 3_145_728;
/** Characters that a default counts in addition to its own: filling it takes that long, however short it is. */
const FILLED = 50;
/** Such characters that take as long to write as a check of a value: fields that are added are validated, owned and encoded, too. */
const PER_CHECK = 20;

/** Defaults without fields that their schema does not know: definitions of the beta version may have such ones. */
const pruned = new WeakMap<StructuralNode, unknown>();

function prunedDefault(node: StructuralNode, metadata: CompiledSchema): unknown {
  if (pruned.has(node)) return pruned.get(node);
  let value = node.default;
  try {
    value = new Pruner(metadata, false, { unknownFields: [], duplicateFields: [] }).part(value, node).value;
  } catch (error) {
    // Malformed metadata in it is an error of the object that gets it.
    if (!(error instanceof ApiError)) throw error;
  }
  pruned.set(node, value);
  return value;
}

/** Copies defaults. */
class Filler {
  private added = 0;

  constructor(
    private readonly metadata: CompiledSchema,
    private readonly limit: WorkLimit | undefined,
  ) {}

  default(node: StructuralNode): unknown {
    const cost = FILLED + node.defaultLength;
    this.limit?.spend(cost / PER_CHECK);
    this.added += cost;
    if (this.added > MAX_ADDED) throw ApiError.badRequest('the object is too large with the defaults of its kind');
    return copyOf(prunedDefault(node, this.metadata));
  }
}

/**
 * Fills defaults of absent values below `value`, also inside of filled ones. Returns `value` itself when there are none.
 * @param metadata schema of ObjectMeta.
 * @param limit of what is added. Default: none.
 * @throws ApiError BadRequest when the object gets too large; WorkLimitError.
 */
export function applyDefaults(
  value: unknown,
  root: StructuralNode,
  metadata: CompiledSchema,
  limit?: WorkLimit,
): unknown {
  return fill(value, root, new Filler(metadata, limit), true);
}

function fill(value: unknown, node: StructuralNode | undefined, filler: Filler, isRoot = false): unknown {
  if (node === undefined || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? ofItems(value, node, filler) : ofMembers(value as PlainObject, node, filler, isRoot);
}

function ofMembers(value: PlainObject, node: StructuralNode, filler: Filler, isRoot: boolean): unknown {
  let out: PlainObject | undefined;
  let added = false;
  for (const [name, property] of node.propertiesWithDefaults) {
    if (isRoot && isMetaField(name)) continue;
    const has = Object.hasOwn(value, name);
    if (has && !isAbsentNull(value[name], property)) continue;
    out ??= { ...value };
    added ||= !has;
    setOwn(out, name, filler.default(property));
  }
  for (const name of Object.keys(out ?? value)) {
    if (isRoot && isMetaField(name)) continue;
    const below = node.member(name);
    if (below === undefined) continue;
    const member = (out ?? value)[name];
    const filled = isAbsentNull(member, below) && below.default !== undefined ? filler.default(below) : member;
    const next = fill(filled, below, filler);
    if (next === member) continue;
    out ??= { ...value };
    setOwn(out, name, next);
  }
  if (out === undefined) return value;
  return added ? inOrder(out, isRoot) : out;
}

function ofItems(value: readonly unknown[], node: StructuralNode, filler: Filler): unknown {
  const items = node.items;
  let out: unknown[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const item: unknown = value[i];
    const filled = isAbsentNull(item, items) && items!.default !== undefined ? filler.default(items!) : item;
    const next = fill(filled, items, filler);
    if (next !== item) (out ??= value.slice())[i] = next;
  }
  return out ?? value;
}

/** A copy with the members in canonical order. */
function inOrder(value: PlainObject, isRoot: boolean): PlainObject {
  const names = Object.keys(value).sort();
  const out: PlainObject = {};
  if (isRoot) for (const name of names) if (isMetaField(name)) out[name] = value[name];
  for (const name of names) if (!isRoot || !isMetaField(name)) setOwn(out, name, value[name]);
  return out;
}
