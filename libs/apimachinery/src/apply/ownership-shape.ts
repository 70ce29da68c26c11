import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { hasOwnedItems } from './list-items.js';

/**
 * How a value is owned: as a whole (`leaf`: scalars, atomic lists and maps), by its fields or keys (`fields`), or by its items
 * (`items`). Without a schema, objects are owned by key and lists as a whole, raw JSON inside of a schema as a whole.
 */
export type OwnershipShape = 'leaf' | 'fields' | 'items';

export function ownershipShape(value: unknown, node: SchemaNode | undefined): OwnershipShape {
  if (typeof value !== 'object' || value === null) return 'leaf';
  if (Array.isArray(value)) return hasOwnedItems(node) ? 'items' : 'leaf';
  return node?.mapType === 'atomic' || node?.kind === 'scalar' || node?.format === 'raw' ? 'leaf' : 'fields';
}

/** Absent, null or empty: these values differ, but have no owned fields below. */
export function isVacant(value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isPlainObject(value)) return false;
  for (const _name in value) return false;
  return true;
}

/** Whether the schema gives a struct this field; keys of maps and of values without schema are not declared. */
export const isDeclared = (node: SchemaNode | undefined, name: string): boolean =>
  node?.kind === 'struct' && node.field(name) !== undefined;
