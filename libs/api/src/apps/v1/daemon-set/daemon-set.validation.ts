import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateConditions } from '../../../validation/conditions.js';
import { validateCopiedPod, validateCopySelector } from '../../../core/workload/copied-pod.validation.js';
import { isZeroAmount, validateAtMostAll, validateIntOrPercent } from '../../../core/workload/int-or-percent.js';
import { validateCounts, validateNotDecremented } from '../../../core/workload/replica-counts.validation.js';
import type {
  DaemonSetSpec,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
  RollingUpdateDaemonSet,
} from './daemon-set.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
/** One on each of many nodes: a disk that is written cannot be on all. */
const MANY = Infinity;

export function validateDaemonSetSpec(spec: DaemonSetSpec | undefined, vocabulary: Vocabulary): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  return [
    ...validateCopySelector(SPEC.child('selector'), spec.selector, 'daemonset'),
    ...validateCopiedPod(
      SPEC.child('template'),
      spec.template,
      { kind: 'DaemonSet', selector: spec.selector, replicas: MANY },
      vocabulary,
    ),
    ...validateCounts(SPEC, spec, ['minReadySeconds', 'revisionHistoryLimit']),
    ...validateUpdateStrategy(SPEC.child('updateStrategy'), spec.updateStrategy),
  ];
}

function validateUpdateStrategy(path: FieldPath, { type, rollingUpdate }: DaemonSetUpdateStrategy = {}): FieldError[] {
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    return [fieldError.notSupported(path.child('type'), type ?? '', ['RollingUpdate', 'OnDelete'])];
  }
  const rolling = path.child('rollingUpdate');
  return rollingUpdate ? validateRollingUpdate(rolling, rollingUpdate) : [fieldError.required(rolling)];
}

/** Exactly one of maxUnavailable (delete the old pod first) and maxSurge (create the new pod first) is positive. */
function validateRollingUpdate(path: FieldPath, { maxUnavailable, maxSurge }: RollingUpdateDaemonSet): FieldError[] {
  const unavailable = path.child('maxUnavailable');
  const surge = path.child('maxSurge');
  const errors = [
    ...validateIntOrPercent(unavailable, maxUnavailable),
    ...validateIntOrPercent(surge, maxSurge),
    ...validateAtMostAll(unavailable, maxUnavailable),
    ...validateAtMostAll(surge, maxSurge),
  ];
  if (isZeroAmount(maxUnavailable) && isZeroAmount(maxSurge)) {
    errors.push(fieldError.required(unavailable, 'cannot be 0 when maxSurge is 0'));
  } else if (!isZeroAmount(maxUnavailable) && !isZeroAmount(maxSurge)) {
    errors.push(fieldError.invalid(surge, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  }
  return errors;
}

export function validateDaemonSetStatus(status: Partial<DaemonSetStatus> = {}, old?: DaemonSetStatus): FieldError[] {
  return [
    ...validateCounts(STATUS, status, [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ]),
    ...validateConditions(STATUS.child('conditions'), status.conditions),
    ...validateNotDecremented(STATUS.child('collisionCount'), status.collisionCount, old?.collisionCount),
  ];
}
