import { fieldError } from '@orch/apimachinery';
import { isSet, numberOf, type JsonSchema } from '../schema/json-schema.js';
import { refuse } from './refused-value.js';
import { shownNumber, shownValue } from './shown-value.js';
import type { ValidationResult, ValidationRun } from './validation-run.js';

/** Checks the bounds of a number, and what it is a multiple of. */
export function checkNumber(schema: JsonSchema, value: number, run: ValidationRun, result: ValidationResult): void {
  const whole = Number.isInteger(value);
  // The reference compares whole numbers with whole bounds.
  const boundOf = (name: string): number | undefined => {
    const bound = numberOf(schema, name);
    return bound === undefined || !whole ? bound : Math.trunc(bound);
  };
  const factor = boundOf('multipleOf');
  if (factor !== undefined) checkMultiple(value, factor, run, result);
  const least = boundOf('minimum');
  if (least !== undefined) {
    const exclusive = isSet(schema, 'exclusiveMinimum');
    if (value < least || (exclusive && value === least))
      refuse(value, `should be greater than ${exclusive ? '' : 'or equal to '}${shownNumber(least)}`, run, result);
  }
  const most = boundOf('maximum');
  if (most !== undefined) {
    const exclusive = isSet(schema, 'exclusiveMaximum');
    if (value > most || (exclusive && value === most))
      refuse(value, `should be less than ${exclusive ? '' : 'or equal to '}${shownNumber(most)}`, run, result);
  }
}

function checkMultiple(value: number, factor: number, run: ValidationRun, result: ValidationResult): void {
  if (factor <= 0) {
    run.report(result, (path) => {
      const text = `factor MultipleOf declared for ${path} must be positive: ${shownNumber(factor)}`;
      return [text, fieldError.invalid(run.fieldPath(path), shownValue(factor), text)];
    });
    return;
  }
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (isNearlyWhole(quotient)) return;
  refuse(value, `should be a multiple of ${shownNumber(factor)}`, run, result);
}

/** Whether a quotient is whole, but for the error of the division. */
function isNearlyWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const distance = Math.abs(value - Math.trunc(value));
  return distance === 0 || distance < 1e-9 * Math.max(1, Math.abs(value)) || 1 - distance < 1e-9;
}
