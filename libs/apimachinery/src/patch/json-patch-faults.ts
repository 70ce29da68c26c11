import { strictErrors } from '../schema/strict-errors.js';
import { MAX_REPORTED_FIELDS } from '../schema/structural-schema.js';
import { isJsonObject } from './json-value.js';

const FIELDS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/**
 * Texts about fields that a JSON patch (RFC 6902) has twice, and those it does not know, in its order: `json patch unknown field "[0].nosuch"`.
 * They have no effect. The first 100 of each.
 * @param duplicateFields paths in the patch.
 */
export function jsonPatchFaults(patch: unknown, duplicateFields: readonly string[]): string[] {
  return strictErrors(patch, { unknownFields: [...firstUnknown(patch)], duplicateFields }).map(
    (error) => `json patch ${error}`,
  );
}

function* firstUnknown(patch: unknown): Generator<string, void> {
  let count = 0;
  for (const [position, operation] of (Array.isArray(patch) ? patch : []).entries()) {
    if (!isJsonObject(operation)) continue;
    for (const field of Object.keys(operation)) {
      if (FIELDS.has(field)) continue;
      yield `[${position}].${field}`;
      if (++count >= MAX_REPORTED_FIELDS) return;
    }
  }
}
