import type { SchemaNode } from '../schema/structural-schema.js';
import { SELF, fieldNameOf } from './path-element.js';
import { withSelf, type FieldSet } from './field-set.js';
import { isDeclared } from './ownership-shape.js';

/**
 * The set with the declared parents of its paths: an owner of `a.b` also keeps `a`, when `a` is a field of a
 * struct and not a map key or list item.
 */
export function withDeclaredParents(set: FieldSet, node: SchemaNode | undefined): FieldSet {
  const out: Record<string, FieldSet> = {};
  for (const element in set) {
    const inner = set[element]!;
    if (element === SELF) {
      out[element] = inner;
      continue;
    }
    const name = fieldNameOf(element);
    const below = withDeclaredParents(inner, name === undefined ? node?.items : node?.field(name));
    out[element] = name !== undefined && isDeclared(node, name) ? withSelf(below) : below;
  }
  return out;
}
