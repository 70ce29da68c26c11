import { fieldError, goValue, type FieldError, type FieldPath, type GoType } from '@orch/apimachinery';
import { sameJson } from './json-equality.js';

/**
 * Rejects a change of the named fields below `path`.
 * @param types of fields that are structs, maps or times: messages print them in Go syntax.
 */
export function validateUnchanged<T extends object>(
  path: FieldPath,
  value: Partial<T> | undefined,
  old: Partial<T> | undefined,
  fields: readonly (keyof T & string)[],
  types: Partial<Record<keyof T & string, GoType>> = {},
): FieldError[] {
  return fields
    .filter((field) => !sameJson(value?.[field], old?.[field]))
    .map((field) => {
      const type = types[field];
      const changed = value?.[field];
      const shown = type && changed !== undefined ? goValue(type, changed) : changed;
      return fieldError.invalid(path.child(field), shown, 'field is immutable');
    });
}
