import {
  fieldError,
  validateName,
  validateQualifiedName,
  type FieldError,
  type FieldPath,
  type NameRule,
} from '@orch/apimachinery';

/** A name another field must carry: present and well formed. */
export function requireName(path: FieldPath, name: string | undefined, rule: NameRule): FieldError[] {
  return name ? checkName(path, name, rule) : [fieldError.required(path)];
}

/** A name that may be absent or empty, but is well formed otherwise. */
export function checkName(path: FieldPath, name: string | undefined, rule: NameRule): FieldError[] {
  return name ? validateName(rule, name).map((fault) => fieldError.invalid(path, name, fault)) : [];
}

/** A name that may be absent, but is well formed otherwise: an empty one is not. */
export function checkSetName(path: FieldPath, name: string | undefined, rule: NameRule): FieldError[] {
  return name === undefined ? [] : validateName(rule, name).map((fault) => fieldError.invalid(path, name, fault));
}

/** `name` or `prefix/name`, as label keys and topology keys are. */
export function checkQualifiedName(path: FieldPath, name: string): FieldError[] {
  return validateQualifiedName(name).map((fault) => fieldError.invalid(path, name, fault));
}
