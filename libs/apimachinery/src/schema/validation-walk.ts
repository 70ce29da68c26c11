import type { FieldError } from '../field/field-error.js';
import type { FieldPath } from '../field/field-path.js';
import { Walk } from './walk.js';

/** After this many reasons nobody reads on, and the answer must not outgrow the request. */
const MAX_ERRORS = 100;

/** A walk that checks values: it collects the reasons to refuse them. */
export class ValidationWalk extends Walk {
  readonly errors: FieldError[] = [];

  /** Refuses the value at which the walk stands. */
  refuse(because: (path: FieldPath) => FieldError): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(because(this.fieldPath()));
  }
}
