import { fieldError, goIntOrString, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateRange } from '../../validation/values.js';

/** A number of replicas, or a percentage of them: `2`, `25%`. */
export type IntOrPercent = number | string;

const PERCENT = /^[0-9]+%$/;
const NUMBER = /^[-+]?[0-9]+$/;
const PERCENT_RULE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";

/** Accepts a non-negative number or a percentage; also absent. */
export function validateIntOrPercent(path: FieldPath, value: IntOrPercent | undefined): FieldError[] {
  if (typeof value !== 'string') return validateRange(path, value, 0);
  return PERCENT.test(value) ? [] : [fieldError.invalid(path, goValue(goIntOrString, value), PERCENT_RULE)];
}

/** Rejects percentages above 100. Numbers and malformed percentages pass. */
export function validateAtMostAll(path: FieldPath, value: IntOrPercent | undefined): FieldError[] {
  if (typeof value !== 'string' || !PERCENT.test(value) || amountOf(value) <= 100) return [];
  return [fieldError.invalid(path, goValue(goIntOrString, value), 'must not be greater than 100%')];
}

/** Whether it is zero; absent and other malformed values than numbers count as zero. */
export const isZeroAmount = (value: IntOrPercent | undefined): boolean => amountOf(value) === 0;

/** The number, also as a text, or the percentage; 0 if there is neither. */
function amountOf(value: IntOrPercent | undefined): number {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  return PERCENT.test(value) ? Number(value.slice(0, -1)) : NUMBER.test(value) ? Number(value) : 0;
}
