import { fieldError, FieldPath, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import { validateConditions } from '../../../validation/conditions.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateAtMostAll, validateIntOrPercent } from '../../../core/workload/int-or-percent.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const UNHEALTHY_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

export function validatePodDisruptionBudget({ spec = {} }: PodDisruptionBudget): FieldError[] {
  const { minAvailable, maxUnavailable } = spec;
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [fieldError.invalid(SPEC, spec, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...validateIntOrPercent(SPEC.child('minAvailable'), minAvailable),
    ...validateAtMostAll(SPEC.child('minAvailable'), minAvailable),
    ...validateIntOrPercent(SPEC.child('maxUnavailable'), maxUnavailable),
    ...validateAtMostAll(SPEC.child('maxUnavailable'), maxUnavailable),
    ...validateLabelSelector(spec.selector, SPEC.child('selector')),
    ...validateOneOf(SPEC.child('unhealthyPodEvictionPolicy'), spec.unhealthyPodEvictionPolicy, UNHEALTHY_POLICIES),
  ];
}

export const validatePodDisruptionBudgetStatus = ({ status }: PodDisruptionBudget): FieldError[] => [
  ...validateCounts(STATUS, status, ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods']),
  ...validateConditions(STATUS.child('conditions'), status?.conditions),
];
