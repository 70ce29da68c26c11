import type { FieldError, FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import type { CrossVersionObjectReference } from './metric-target.js';

/** Kind and name of another object; its version may stay away. */
export function validateObjectReference(
  path: FieldPath,
  reference: CrossVersionObjectReference | undefined,
): FieldError[] {
  return [
    ...requireName(path.child('kind'), reference?.kind, 'path-segment'),
    ...requireName(path.child('name'), reference?.name, 'path-segment'),
  ];
}
