import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateRange } from '../../validation/values.js';

/** Rejects negative numbers in the named fields below `path`; absent ones pass. */
export function validateCounts<T extends object>(
  path: FieldPath,
  value: T | undefined,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  return fields.flatMap((field) => validateRange(path.child(field), value?.[field] as number | undefined, 0));
}

/** Rejects a named field greater than `limit`. */
export function validateNotAbove<T extends object>(
  path: FieldPath,
  value: T | undefined,
  fields: readonly (keyof T & string)[],
  limit: keyof T & string,
  limitName: string = limit,
): FieldError[] {
  const most = count(value, limit);
  return fields
    .filter((field) => count(value, field) > most)
    .map((field) => fieldError.invalid(path.child(field), count(value, field), `cannot be greater than ${limitName}`));
}

/** The collision count must not decrease, or names would repeat. */
export function validateNotDecremented(
  path: FieldPath,
  value: number | undefined,
  old: number | undefined,
): FieldError[] {
  if (old === undefined || (value !== undefined && value >= old)) return [];
  return [fieldError.invalid(path, value, 'cannot be decremented')];
}

const count = <T extends object>(value: T | undefined, field: keyof T): number =>
  (value?.[field] as number | undefined) ?? 0;
