import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateRange } from '../../../validation/values.js';
import type { ControllerRevision } from './controller-revision.types.js';

const DATA = FieldPath.of('data');

/** The data is immutable, for rollbacks. */
export const controllerRevisionStrategy = (): Strategy<ControllerRevision> => ({
  validateCreate: (revision) => [...validateNumber(revision), ...validateData(revision)],
  validateUpdate: (revision, old) => [
    ...validateNumber(revision),
    ...validateUnchanged<ControllerRevision>(FieldPath.root, revision, old, ['data']),
  ],
});

function validateData({ data }: ControllerRevision): FieldError[] {
  if (data === undefined || data === null) return [fieldError.required(DATA, 'data is mandatory')];
  return typeof data === 'object' && !Array.isArray(data)
    ? []
    : [fieldError.required(DATA, 'data must be a valid JSON object')];
}

const validateNumber = ({ revision }: Partial<ControllerRevision>): FieldError[] =>
  validateRange(FieldPath.of('revision'), revision, 0);
