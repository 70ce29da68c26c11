import type { FieldError } from '../field/field-error.js';
import type { FieldPath } from '../field/field-path.js';
import { Walk } from './walk.js';

/** Maximum number of errors, so that a response does not outgrow its request. */
const MAX_ERRORS = 100;

/** A walk that validates values and collects the errors. */
export class ValidationWalk extends Walk {
  readonly errors: FieldError[] = [];

  /** Adds an error for the current value. */
  refuse(because: (path: FieldPath) => FieldError): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(because(this.fieldPath()));
  }
}
