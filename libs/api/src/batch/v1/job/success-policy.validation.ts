import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateRange } from '../../../validation/values.js';
import { countIndexes } from './index-ranges.js';
import type { JobSpec } from './job-spec.js';
import type { SuccessPolicyRule } from './success-policy.js';

const MAX_RULES = 20;
const MAX_INDEXES_BYTES = 64 * 1_024;

/** Of which indexes how many must end well. */
export function validateSuccessPolicy(path: FieldPath, spec: JobSpec): FieldError[] {
  const rules = spec.successPolicy?.rules ?? [];
  const at = path.child('rules');
  return [
    ...(rules.length === 0
      ? [fieldError.required(at, 'at least one rules must be specified when the successPolicy is specified')]
      : []),
    ...(rules.length > MAX_RULES ? [fieldError.tooMany(at, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, index) => validateRule(at.index(index), rule, spec.completions ?? 0)),
  ];
}

function validateRule(path: FieldPath, rule: SuccessPolicyRule, completions: number): FieldError[] {
  const { succeededIndexes, succeededCount } = rule;
  const indexes = path.child('succeededIndexes');
  const count = path.child('succeededCount');
  const errors = validateRange(count, succeededCount, 0);
  if (succeededIndexes === undefined && succeededCount === undefined) {
    errors.push(fieldError.required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  }
  let total = 0;
  if (succeededIndexes !== undefined) {
    // Reading it would take long, and is of no use.
    if (succeededIndexes.length > MAX_INDEXES_BYTES) return [...errors, fieldError.tooLong(indexes, MAX_INDEXES_BYTES)];
    const counted = countIndexes(succeededIndexes, completions);
    if (typeof counted === 'string')
      errors.push(fieldError.invalid(indexes, succeededIndexes, `error parsing succeededIndexes: ${counted}`));
    else total = counted;
  }
  const atMost = (most: number, what: string): void => {
    if (succeededCount === undefined || succeededCount <= most) return;
    const detail = `must be less than or equal to ${most} (the number of ${what})`;
    errors.push(fieldError.invalid(count, succeededCount, detail));
  };
  atMost(completions, 'specified completions');
  if (succeededIndexes !== undefined) atMost(total, 'indexes in the specified succeededIndexes field');
  return errors;
}
