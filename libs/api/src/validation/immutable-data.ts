import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { sameContent } from './json-equality.js';

interface Immutable {
  readonly immutable?: boolean;
  readonly [field: string]: unknown;
}

const DETAIL = 'field is immutable when `immutable` is set';

/** Once `immutable` is true it stays, and the named fields keep their content; metadata may change (A-248, A-249, A-258, C-144). */
export function validateImmutableData(object: Immutable, old: Immutable, fields: readonly string[]): FieldError[] {
  if (old.immutable !== true) return [];
  const errors: FieldError[] = [];
  if (object.immutable !== true) errors.push(fieldError.forbidden(FieldPath.of('immutable'), DETAIL));
  for (const field of fields) {
    if (!sameContent(object[field], old[field])) errors.push(fieldError.forbidden(FieldPath.of(field), DETAIL));
  }
  return errors;
}
