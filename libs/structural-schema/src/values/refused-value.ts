import { fieldError } from '@orch/apimachinery';
import { shownValue } from './shown-value.js';
import type { ValidationResult, ValidationRun } from './validation-run.js';

/** Adds an error about the current value. @param why follows the path and "in body". */
export function refuse(value: unknown, why: string, run: ValidationRun, result: ValidationResult): void {
  run.report(result, (path) => {
    const text = `${path} in body ${why}`;
    return [text, fieldError.invalid(run.fieldPath(path), shownValue(value), text)];
  });
}
