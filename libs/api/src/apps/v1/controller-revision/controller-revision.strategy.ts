import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateRange } from '../../../validation/values.js';
import type { ControllerRevision } from './controller-revision.types.js';

/** The data is immutable, for rollbacks. */
export const controllerRevisionStrategy = (): Strategy<ControllerRevision> => ({
  validateCreate: (revision) => [
    ...(revision.data === undefined || revision.data === null
      ? [fieldError.required(FieldPath.of('data'), 'data is mandatory')]
      : []),
    ...validateNumber(revision),
  ],
  validateUpdate: (revision, old) => [
    ...validateNumber(revision),
    ...validateUnchanged<ControllerRevision>(FieldPath.root, revision, old, ['data']),
  ],
});

const validateNumber = ({ revision }: Partial<ControllerRevision>): FieldError[] =>
  validateRange(FieldPath.of('revision'), revision, 0);
