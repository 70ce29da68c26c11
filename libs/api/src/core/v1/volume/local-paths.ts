import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

/** A path below a mount: relative, and never out of it (A-390..A-392). */
export function validateRelativePath(path: FieldPath, value: string): FieldError[] {
  return [
    ...(value.startsWith('/') ? [fieldError.invalid(path, value, 'must be a relative path')] : []),
    ...validateNoBacksteps(path, value),
  ];
}

/** As a relative path, whose first part also may not begin with two dots. */
export function validateFilePath(path: FieldPath, value: string): FieldError[] {
  const errors = validateRelativePath(path, value);
  if (value.startsWith('..') && errors.length === 0) {
    errors.push(fieldError.invalid(path, value, "must not start with '..'"));
  }
  return errors;
}

export const validateNoBacksteps = (path: FieldPath, value: string): FieldError[] =>
  value.split('/').includes('..') ? [fieldError.invalid(path, value, "must not contain '..'")] : [];
