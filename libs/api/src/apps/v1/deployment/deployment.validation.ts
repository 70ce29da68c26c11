import {
  fieldError,
  FieldPath,
  goIntOrString,
  goPointer,
  goString,
  goStruct,
  goValue,
  type FieldError,
} from '@orch/apimachinery';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import { validateRange } from '../../../validation/values.js';
import { validateCopySelector, validateSelectedCopies } from '../../../core/workload/copied-pod.validation.js';
import { isZeroAmount, validateAtMostAll, validateIntOrPercent } from '../../../core/workload/int-or-percent.js';
import {
  validateCounts,
  validateNotAbove,
  validateNotDecremented,
} from '../../../core/workload/replica-counts.validation.js';
import type {
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from './deployment.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');

/** C-238. */
export function validateDeploymentSpec(spec: DeploymentSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  return [
    ...validateCounts(SPEC, spec, ['replicas']),
    ...validateCopySelector(SPEC.child('selector'), spec.selector, 'deployment'),
    ...validateSelectedCopies(
      SPEC.child('template'),
      spec.template,
      { kind: 'ReplicaSet', selector: spec.selector },
      rules,
    ),
    ...validateStrategy(SPEC.child('strategy'), spec.strategy),
    ...validateCounts(SPEC, spec, ['minReadySeconds', 'revisionHistoryLimit']),
    ...validateDeadline(spec),
  ];
}

/** Progress cannot be seen before a pod has been ready for long enough. */
function validateDeadline({ progressDeadlineSeconds, minReadySeconds = 0 }: DeploymentSpec): FieldError[] {
  if (progressDeadlineSeconds === undefined) return [];
  const path = SPEC.child('progressDeadlineSeconds');
  return [
    ...validateRange(path, progressDeadlineSeconds, 0),
    ...(progressDeadlineSeconds > minReadySeconds
      ? []
      : [fieldError.invalid(path, progressDeadlineSeconds, 'must be greater than minReadySeconds')]),
  ];
}

const goStrategy = goStruct('apps.DeploymentStrategy', {
  type: goString,
  rollingUpdate: goPointer(
    'apps.RollingUpdateDeployment',
    goStruct('apps.RollingUpdateDeployment', { maxUnavailable: goIntOrString, maxSurge: goIntOrString }),
  ),
});

function validateStrategy(path: FieldPath, strategy: DeploymentStrategy = {}): FieldError[] {
  const rollingUpdate = path.child('rollingUpdate');
  switch (strategy.type) {
    case 'Recreate':
      return strategy.rollingUpdate
        ? [fieldError.forbidden(rollingUpdate, "may not be specified when strategy `type` is 'Recreate'")]
        : [];
    case 'RollingUpdate':
      return strategy.rollingUpdate ? validateRollingUpdate(rollingUpdate, strategy.rollingUpdate) : [];
    default:
      return [fieldError.notSupported(path, goValue(goStrategy, strategy), ['Recreate', 'RollingUpdate'])];
  }
}

/** With neither one more nor one less allowed, no pod could ever be replaced. */
function validateRollingUpdate(path: FieldPath, { maxUnavailable, maxSurge }: RollingUpdateDeployment): FieldError[] {
  const unavailable = path.child('maxUnavailable');
  return [
    ...validateIntOrPercent(unavailable, maxUnavailable),
    ...validateIntOrPercent(path.child('maxSurge'), maxSurge),
    ...(isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge)
      ? [fieldError.invalid(unavailable, goValue(goIntOrString, maxUnavailable), 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateAtMostAll(unavailable, maxUnavailable),
  ];
}

export function validateDeploymentStatus(status: DeploymentStatus = {}, old: DeploymentStatus = {}): FieldError[] {
  return [
    ...validateCounts(STATUS, status, [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ]),
    ...validateNotAbove(
      STATUS,
      status,
      ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
      'replicas',
      'status.replicas',
    ),
    ...validateNotAbove(STATUS, status, ['availableReplicas'], 'readyReplicas'),
    ...validateNotDecremented(STATUS.child('collisionCount'), status.collisionCount, old.collisionCount),
  ];
}
