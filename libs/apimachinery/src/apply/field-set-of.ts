import type { PlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { FieldSetBuilder, LEAF, NO_FIELDS, withSelf, type FieldSet } from './field-set.js';
import { ownedItems } from './list-items.js';
import { isDeclared, isVacant, ownershipShape } from './ownership-shape.js';
import { fieldElement } from './path-element.js';

/**
 * The fields that a configuration sets: its leaves, list items and map keys. Excludes declared fields that
 * only contain others, and empty lists with owned items.
 */
export function fieldSetOf(value: unknown, node: SchemaNode | undefined): FieldSet {
  return below(value, node) ?? NO_FIELDS;
}

/** Undefined: no paths below, and the value itself is not a leaf. */
function below(value: unknown, node: SchemaNode | undefined): FieldSet | undefined {
  switch (ownershipShape(value, node)) {
    case 'leaf':
      return LEAF;
    case 'fields':
      return ofFields(value as PlainObject, node);
    case 'items':
      return ofItems(value as readonly unknown[], node!);
  }
}

function ofFields(object: PlainObject, node: SchemaNode | undefined): FieldSet | undefined {
  const set = new FieldSetBuilder();
  for (const name in object) {
    const value = object[name];
    const field = node?.field(name);
    const inner = below(value, field);
    const counts = !isDeclared(node, name) || (isVacant(value) && !Array.isArray(value));
    if (inner !== undefined) set.add(fieldElement(name), counts ? withSelf(inner) : inner);
    else if (counts) set.add(fieldElement(name), LEAF);
  }
  return set.build();
}

/** A repeated item has one owner for all its occurrences. */
function ofItems(items: readonly unknown[], list: SchemaNode): FieldSet | undefined {
  const set = new FieldSetBuilder();
  for (const { element, item, repeated } of ownedItems(list, items)) {
    const inner = repeated ? undefined : below(item, list.items);
    set.append(element, inner === undefined ? LEAF : withSelf(inner));
  }
  return set.build();
}
