import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from './names.js';
import { validateOneOf } from './values.js';

/** The condition that kinds share (`meta/v1`). Kinds with conditions of their own do not check them. */
interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

const STATUSES = ['False', 'True', 'Unknown'];
const MAX_REASON_LENGTH = 1_024;
const MAX_MESSAGE_LENGTH = 32_768;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_RULE =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', " +
  "and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or " +
  "'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Each type once, with a status of `True`, `False` or `Unknown`, a time and a reason. */
export function validateConditions(path: FieldPath, conditions: readonly Condition[] = []): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const { type = '' } = condition;
    const at = path.index(index);
    const repeated = seen.has(type) ? [fieldError.duplicate(at.child('type'), type)] : [];
    seen.add(type);
    return [...repeated, ...checkQualifiedName(at.child('type'), type), ...validateCondition(at, condition)];
  });
}

function validateCondition(path: FieldPath, condition: Condition): FieldError[] {
  const { status = '', observedGeneration = 0, lastTransitionTime, reason = '', message = '' } = condition;
  const errors = validateOneOf(path.child('status'), status, STATUSES);
  if (observedGeneration < 0) {
    const detail = 'must be greater than or equal to zero';
    errors.push(fieldError.invalid(path.child('observedGeneration'), observedGeneration, detail));
  }
  if (!lastTransitionTime) errors.push(fieldError.required(path.child('lastTransitionTime'), 'must be set'));
  if (reason === '') errors.push(fieldError.required(path.child('reason'), 'must be set'));
  else if (!REASON.test(reason)) errors.push(fieldError.invalid(path.child('reason'), reason, REASON_RULE));
  if (reason.length > MAX_REASON_LENGTH) errors.push(fieldError.tooLong(path.child('reason'), MAX_REASON_LENGTH));
  if (message.length > MAX_MESSAGE_LENGTH) errors.push(fieldError.tooLong(path.child('message'), MAX_MESSAGE_LENGTH));
  return errors;
}
