import type { HasMetadata } from '@orch/client';
import { stringify } from 'yaml';
import { writeDialect } from './yaml-dialect.js';

/** Whole objects, for programs to read. */
export type ObjectFormat = 'json' | 'yaml';

/** Text of one object or list. Ends with a line feed. */
export function objectText(object: unknown, format: ObjectFormat): string {
  if (format === 'json') return `${JSON.stringify(object, null, 4)}\n`;
  return stringify(object, { ...writeDialect, directives: false, aliasDuplicateObjects: false, lineWidth: 0 });
}

/** The object without `managedFields`, which are long and not edited by users. */
export function withoutManagedFields<T extends HasMetadata>(object: T): T {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _hidden, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** One object as it is, several as a `List`. */
export function objectOrList(objects: readonly HasMetadata[], single: boolean): unknown {
  const [first] = objects;
  if (single && first) return first;
  return { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } };
}
