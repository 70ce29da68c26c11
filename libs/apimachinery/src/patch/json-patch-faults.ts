import { strictErrors } from '../schema/strict-errors.js';
import { isJsonObject } from './json-value.js';

const FIELDS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/**
 * Texts about fields that a JSON patch (RFC 6902) has twice, and those it does not know, in its order: `json patch unknown field "[0].nosuch"`.
 * They have no effect.
 * @param duplicateFields paths in the patch.
 */
export function jsonPatchFaults(patch: unknown, duplicateFields: readonly string[]): string[] {
  const unknownFields = (Array.isArray(patch) ? patch : []).flatMap((operation: unknown, position) =>
    isJsonObject(operation)
      ? Object.keys(operation)
          .filter((field) => !FIELDS.has(field))
          .map((field) => `[${position}].${field}`)
      : [],
  );
  return strictErrors(patch, { unknownFields, duplicateFields }).map((error) => `json patch ${error}`);
}
