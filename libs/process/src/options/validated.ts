import { checkDecorated } from './check-decorated.js';
import { dropNullFields } from './drop-null-fields.js';
import { isMap } from './is-map.js';
import { reservedFields } from './reserved-fields.js';

/** A document as `decodeYaml` and `decodeJson` decode it. */
export interface DecodedDocument {
  readonly value: unknown;
  /** Paths of fields that it has more than once. */
  readonly duplicateFields: readonly string[];
}

/**
 * A document of a configuration file as an instance of a class with class-validator decorators, or its problems: a line
 * each, with the path of the field. Unknown fields are problems, because a misspelt setting would be ignored silently.
 * Optional fields with null are absent in the instance.
 * @param apiVersions accepted values of the field `apiVersion`, which the class has with `@Allow()`. Default: no check, and no such field.
 */
export function validated<T extends object>(
  type: new () => T,
  { value, duplicateFields }: DecodedDocument,
  apiVersions?: readonly string[],
): T | readonly string[] {
  if (!isMap(value)) return ['must be a map'];
  if (duplicateFields.length > 0) return [`holds one field twice: ${duplicateFields.join(', ')}`];
  const reserved = reservedFields(value);
  if (reserved.length > 0) return reserved.map((path) => `${path}: is not a known field`);
  const { instance, problems } = checkDecorated(type, value, { unknownFields: 'report' });
  const lines = [
    ...(apiVersions ? apiVersionProblems(value, apiVersions) : []),
    ...problems.map(({ path, text }) => `${path}: ${text}`),
  ];
  if (lines.length > 0) return lines;
  dropNullFields(instance);
  return instance;
}

function apiVersionProblems(
  { apiVersion }: { readonly apiVersion?: unknown },
  apiVersions: readonly string[],
): readonly string[] {
  if (typeof apiVersion === 'string' && apiVersions.includes(apiVersion)) return [];
  const expected = apiVersions.length === 1 ? apiVersions[0] : `among ${apiVersions.join(', ')}`;
  return [`apiVersion: must be ${expected}${typeof apiVersion === 'string' ? `, not ${apiVersion}` : ''}`];
}
