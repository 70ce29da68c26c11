import type { SchemaNode } from '../schema/structural-schema.js';
import { LEAF, isLeaf, type FieldSet } from './field-set.js';
import { SELF, fieldNameOf } from './path-element.js';

/**
 * Reconciles a set from an older schema with the current one: owners of fields inside of a now atomic value own
 * it as a whole. A value that became granular keeps its owner as a whole, without fields below. Returns the same set
 * when nothing changed.
 */
export function reconcileFields(set: FieldSet, node: SchemaNode): FieldSet {
  let out: Record<string, FieldSet> | undefined;
  for (const element in set) {
    if (element === SELF) continue;
    const inner = set[element]!;
    if (isLeaf(inner)) continue;
    const name = fieldNameOf(element);
    const field = name === undefined ? node.items : node.field(name);
    if (field === undefined) continue;
    const next = isAtomic(field) ? LEAF : reconcileFields(inner, field);
    if (next !== inner) (out ??= { ...set })[element] = next;
  }
  return out ?? set;
}

function isAtomic(node: SchemaNode): boolean {
  if (node.kind === 'list') return node.listType !== 'map' && node.listType !== 'set';
  return node.kind === 'scalar' || node.mapType === 'atomic';
}
