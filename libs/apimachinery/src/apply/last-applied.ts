import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { compareObjects } from './compare-objects.js';
import { difference, type FieldSet } from './field-set.js';
import { fieldSetOf } from './field-set-of.js';

/**
 * What a client that merged by itself set, and nobody changed since: the fields of the configuration it left in an annotation,
 * where the object still says the same. Such a client may go over to server-side apply without a conflict with itself.
 * @param text the annotation's value. Undefined is returned when it is no configuration.
 */
export function lastAppliedFields(text: string, live: unknown, node: SchemaNode | undefined): FieldSet | undefined {
  const config = parse(text);
  if (!isPlainObject(config)) return undefined;
  const { added, modified, removed } = compareObjects(config, live, node);
  return difference(difference(difference(fieldSetOf(config, node), modified), added), removed);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Clients write this annotation; people may.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
