import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** Rejects a struct in which one of the named fields is absent, null, empty or an empty list. */
export function requireFields<T extends object>(
  path: FieldPath,
  value: T,
  ...names: readonly (keyof T & string)[]
): FieldError[] {
  return names.filter((name) => isEmpty(value[name])).map((name) => fieldError.required(path.child(name)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
