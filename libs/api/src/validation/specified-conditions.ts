import { type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from './required-fields.js';
import { validateOneOf } from './values.js';

const STATUSES = ['True', 'False', 'Unknown'];

/** Conditions of kinds whose conditions kube-apiserver does not check; the specification asks for type and status (`answers.rulesOfFields`). */
export const validateSpecifiedConditions = (
  path: FieldPath,
  conditions: readonly { readonly type?: string; readonly status?: string }[] = [],
): FieldError[] =>
  conditions.flatMap((condition, index) => [
    ...requireFields(path.index(index), condition, 'type', 'status'),
    ...(condition.status ? validateOneOf(path.index(index).child('status'), condition.status, STATUSES) : []),
  ]);
