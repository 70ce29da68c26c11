import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateNotNegative, validateOneOf } from '../../../validation/values.js';
import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './scaling-behavior.js';

const MAX_WINDOW_SECONDS = 3_600;
const MAX_PERIOD_SECONDS = 1_800;

export function validateBehavior(path: FieldPath, behavior: HorizontalPodAutoscalerBehavior): FieldError[] {
  return [
    ...validateRules(path.child('scaleUp'), behavior.scaleUp),
    ...validateRules(path.child('scaleDown'), behavior.scaleDown),
  ];
}

function validateRules(path: FieldPath, rules: HPAScalingRules | undefined): FieldError[] {
  if (!rules) return [];
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules;
  const errors: FieldError[] = [];
  const at = path.child('stabilizationWindowSeconds');
  if (window !== undefined && window < 0)
    errors.push(fieldError.invalid(at, window, 'must be greater than or equal to zero'));
  if (window !== undefined && window > MAX_WINDOW_SECONDS) {
    errors.push(fieldError.invalid(at, window, `must be less than or equal to ${MAX_WINDOW_SECONDS}`));
  }
  return [
    ...errors,
    ...validateOneOf(path.child('selectPolicy'), selectPolicy, ['Disabled', 'Max', 'Min']),
    ...(policies.length === 0
      ? [fieldError.required(path.child('policies'), 'must specify at least one Policy')]
      : policies.flatMap((policy, index) => validatePolicy(path.child('policies').index(index), policy))),
    ...validateNotNegative(path.child('tolerance'), tolerance),
  ];
}

function validatePolicy(path: FieldPath, { type, value = 0, periodSeconds = 0 }: HPAScalingPolicy): FieldError[] {
  const errors = type
    ? validateOneOf(path.child('type'), type, ['Percent', 'Pods'])
    : [fieldError.notSupported(path.child('type'), '', ['Percent', 'Pods'])];
  const period = path.child('periodSeconds');
  if (value <= 0) errors.push(fieldError.invalid(path.child('value'), value, 'must be greater than zero'));
  if (periodSeconds <= 0) errors.push(fieldError.invalid(period, periodSeconds, 'must be greater than zero'));
  if (periodSeconds > MAX_PERIOD_SECONDS) {
    errors.push(fieldError.invalid(period, periodSeconds, `must be less than or equal to ${MAX_PERIOD_SECONDS}`));
  }
  return errors;
}
