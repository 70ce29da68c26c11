import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateRange } from '../../../validation/values.js';
import type { Lease } from './lease.types.js';

const SPEC = FieldPath.of('spec');

/** A-289..A-294, C-169. The declaration requires a resourceVersion on updates (C-170). */
export const leaseStrategy = (): Strategy<Lease> => ({ validateCreate: validateLease, validateUpdate: validateLease });

function validateLease({ spec = {} }: Lease): FieldError[] {
  const { leaseDurationSeconds: seconds } = spec;
  const duration = SPEC.child('leaseDurationSeconds');
  return [
    ...(seconds !== undefined && seconds <= 0 ? [fieldError.invalid(duration, seconds, 'must be greater than 0')] : []),
    ...validateRange(SPEC.child('leaseTransitions'), spec.leaseTransitions, 0),
    ...(spec.preferredHolder && !spec.strategy
      ? [fieldError.forbidden(SPEC.child('preferredHolder'), 'may only be specified if `strategy` is defined')]
      : []),
  ];
}
