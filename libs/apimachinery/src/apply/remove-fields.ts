import { setOwn, type PlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { hasNoFields, holdsSelf, type FieldSet } from './field-set.js';
import { itemElement } from './list-items.js';
import { ownershipShape } from './ownership-shape.js';
import { fieldElement } from './path-element.js';

/** The value without the fields, keys and items of a set, each with all below it. Atomic values stay whole. */
export function removeFields<T>(value: T, set: FieldSet, node: SchemaNode | undefined): T {
  if (hasNoFields(set)) return value;
  switch (ownershipShape(value, node)) {
    case 'leaf':
      return value;
    case 'fields':
      return withoutFields(value as PlainObject, set, node) as T;
    case 'items':
      return withoutItems(value as readonly unknown[], set, node!) as T;
  }
}

function withoutFields(object: PlainObject, set: FieldSet, node: SchemaNode | undefined): PlainObject {
  const out: PlainObject = {};
  for (const name of Object.keys(object)) {
    const below = set[fieldElement(name)];
    if (below === undefined) setOwn(out, name, object[name]);
    else if (!holdsSelf(below)) setOwn(out, name, removeFields(object[name], below, node?.field(name)));
  }
  return out;
}

function withoutItems(items: readonly unknown[], set: FieldSet, list: SchemaNode): unknown[] {
  const out: unknown[] = [];
  for (const item of items) {
    const below = set[itemElement(list, item)];
    if (below === undefined) out.push(item);
    else if (!holdsSelf(below)) out.push(removeFields(item, below, list.items));
  }
  return out;
}
