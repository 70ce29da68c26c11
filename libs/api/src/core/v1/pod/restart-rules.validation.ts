import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import type { Container } from './container.js';
import type { PodRules } from './pod-rules.js';

const POLICIES = ['Always', 'OnFailure', 'Never'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/**
 * A restart policy of the container's own. Without the feature of restart rules only an init container has one: `Always`, which
 * keeps it running.
 */
export function validateRestart(
  path: FieldPath,
  container: Container,
  { features }: PodRules,
  isInit: boolean,
): FieldError[] {
  if (features.enabled('ContainerRestartRules')) return validateRestartRules(path, container);
  const { restartPolicy } = container;
  if (restartPolicy === undefined) return [];
  const at = path.child('restartPolicy');
  return isInit
    ? validateOneOf(at, restartPolicy, ['Always'])
    : [fieldError.forbidden(at, 'may not be set for non-init containers')];
}

/** The policy of a container and rules that make exceptions from it. */
function validateRestartRules(path: FieldPath, { restartPolicy, restartPolicyRules = [] }: Container): FieldError[] {
  const rules = path.child('restartPolicyRules');
  const errors = validateOneOf(path.child('restartPolicy'), restartPolicy, POLICIES);
  if (restartPolicyRules.length > 0 && restartPolicy === undefined) {
    errors.push(
      fieldError.required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'),
    );
  }
  if (restartPolicyRules.length > MAX_RULES) {
    errors.push(fieldError.tooMany(rules, restartPolicyRules.length, MAX_RULES));
  }
  for (const [index, { action = '', exitCodes }] of restartPolicyRules.entries()) {
    const at = rules.index(index);
    errors.push(...validateOneOf(at.child('action'), action, ACTIONS));
    if (!exitCodes) errors.push(fieldError.required(at.child('exitCodes'), 'must be specified'));
    else {
      const { operator = '', values = [] } = exitCodes;
      errors.push(...validateOneOf(at.child('exitCodes').child('operator'), operator, OPERATORS));
      const codes = at.child('exitCodes').child('values');
      if (values.length === 0) errors.push(fieldError.required(codes, 'must be specified'));
      if (values.length > MAX_EXIT_CODES) errors.push(fieldError.tooMany(codes, values.length, MAX_EXIT_CODES));
    }
  }
  return errors;
}
