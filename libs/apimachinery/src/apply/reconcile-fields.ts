import type { SchemaNode } from '../schema/structural-schema.js';
import { LEAF, isLeaf, type FieldSet } from './field-set.js';
import { SELF, fieldNameOf } from './path-element.js';

/**
 * A set that was made under an older schema, as it is to be read now: who owned something inside of what is atomic today owns
 * it as a whole. What became granular keeps its owner as a whole and gains none below. The same set when
 * nothing changed.
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
