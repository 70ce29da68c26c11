import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';

interface ConditionLike {
  readonly type?: string;
  readonly status?: string;
}

const STATUSES = ['True', 'False', 'Unknown'];

/** Each condition has a type, once, and a status of `True`, `False` or `Unknown`. */
export function validateConditions(path: FieldPath, conditions: readonly ConditionLike[] | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, condition] of (conditions ?? []).entries()) {
    const at = path.index(index);
    const { type, status } = condition;
    if (!type) errors.push(fieldError.required(at.child('type')));
    else if (seen.has(type)) errors.push(fieldError.duplicate(at.child('type'), type));
    else seen.add(type);
    if (!status) errors.push(fieldError.required(at.child('status')));
    else if (!STATUSES.includes(status)) errors.push(fieldError.notSupported(at.child('status'), status, STATUSES));
  }
  return errors;
}
