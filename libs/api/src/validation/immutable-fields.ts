import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { sameJson } from './json-equality.js';

/** Rejects a change of the named fields below `path`. */
export function validateUnchanged<T extends object>(
  path: FieldPath,
  value: Partial<T> | undefined,
  old: Partial<T> | undefined,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  return fields
    .filter((field) => !sameJson(value?.[field], old?.[field]))
    .map((field) => fieldError.invalid(path.child(field), value?.[field], 'field is immutable'));
}
