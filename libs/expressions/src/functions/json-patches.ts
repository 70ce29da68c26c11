import type { Declaration, Implementation } from '../types/declarations.js';
import { DYN, STRING, struct, type CelType } from '../types/cel-type.js';

/** Work of a character that may be escaped. */
const ESCAPED = 12;

/** Of a key in a JSON pointer. */
const escaped: Implementation = ([key], meter) => {
  meter.work((key as string).length * ESCAPED);
  return (key as string).replaceAll('~', '~0').replaceAll('/', '~1');
};

export const PATCH_LIBRARY: readonly Declaration[] = [
  ['jsonpatch.escapeKey', 'string_jsonpatch_escapeKey_string', '(string): string', escaped],
];

const PATCH_FIELDS: Readonly<Record<string, CelType>> = { op: STRING, path: STRING, from: STRING, value: DYN };

const NO_TYPE = struct('');

/** An operation of a JSON patch. */
export const JSON_PATCH = struct('JSONPatch', (field) =>
  // Other fields are of no type, so that nothing fits.
  Object.hasOwn(PATCH_FIELDS, field) ? PATCH_FIELDS[field] : NO_TYPE,
);

/** A part of an apply configuration; its type is named after the fields that lead to it. */
export const APPLY_OBJECT = struct('Object', () => DYN);

/** The type of a name: `JSONPatch`, `Object`, `Object.spec.template`. */
export function patchType(name: string): CelType | undefined {
  if (name === JSON_PATCH.name) return JSON_PATCH;
  if (name === APPLY_OBJECT.name) return APPLY_OBJECT;
  return name.startsWith('Object.') ? struct(name, () => DYN) : undefined;
}
