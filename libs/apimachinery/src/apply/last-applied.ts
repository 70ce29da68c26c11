import { isPlainObject } from '../schema/plain-object.js';
import type { SchemaNode } from '../schema/structural-schema.js';
import { compareObjects } from './compare-objects.js';
import { difference, type FieldSet } from './field-set.js';
import { fieldSetOf } from './field-set-of.js';

/**
 * Fields of the last-applied annotation of client-side apply whose values did not change since. The client can
 * migrate to server-side apply without a conflict with itself.
 * @param text the annotation's value. Returns undefined when it is not a configuration.
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
    // Users may edit this annotation by hand.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
