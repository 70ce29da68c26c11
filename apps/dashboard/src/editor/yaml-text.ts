import { parse, stringify } from 'yaml';
import type { ApiObject } from '../api/object';

/** The object as YAML, without managed fields unless they are asked for. */
export function yamlOf(object: ApiObject, withManagedFields = false): string {
  const { apiVersion, kind, ...rest } = object;
  const { managedFields, ...metadata } = object.metadata;
  const shown = { apiVersion, kind, ...rest, metadata: withManagedFields ? { ...metadata, managedFields } : metadata };
  return stringify(shown, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** @throws Error when the text is not one YAML object. */
export function objectOf(text: string): ApiObject {
  const parsed: unknown = parse(text, { maxAliasCount: 100 });
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('The text is not an object.');
  return parsed as ApiObject;
}
