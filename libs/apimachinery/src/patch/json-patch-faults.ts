import { isJsonObject } from './json-value.js';

const FIELDS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/**
 * Texts about fields that a JSON patch (RFC 6902) has twice, and those it does not know: `json patch unknown field "[0].nosuch"`.
 * They have no effect.
 * @param duplicateFields paths in the patch.
 */
export const jsonPatchFaults = (patch: unknown, duplicateFields: readonly string[]): string[] => [
  ...duplicateFields.map((field) => `json patch duplicate field "${field}"`),
  ...(Array.isArray(patch) ? patch : []).flatMap((operation: unknown, position) =>
    isJsonObject(operation)
      ? Object.keys(operation)
          .filter((field) => !FIELDS.has(field))
          .map((field) => `json patch unknown field "[${position}].${field}"`)
      : [],
  ),
];
