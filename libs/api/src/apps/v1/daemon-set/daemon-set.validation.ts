import {
  fieldError,
  FieldPath,
  goIntOrString,
  goPointer,
  goString,
  goStruct,
  goValue,
  validateLabelSelector,
  type FieldError,
} from '@orch/apimachinery';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import {
  validateCopies,
  validateNotEmpty,
  validateTemplateLabels,
} from '../../../core/workload/copied-pod.validation.js';
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
const TEMPLATE = SPEC.child('template');

export function validateDaemonSetSpec(spec: DaemonSetSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const { selector, template } = spec;
  return [
    ...validateLabelSelector(selector, SPEC.child('selector')),
    ...validateNotEmpty(SPEC.child('selector'), selector, 'daemonset'),
    ...validateTemplateLabels(TEMPLATE, selector, template),
    ...validateCopies(TEMPLATE, template, 'DaemonSet', rules),
    ...validateCounts(SPEC, spec, ['minReadySeconds', 'revisionHistoryLimit']),
    ...validateUpdateStrategy(SPEC.child('updateStrategy'), spec.updateStrategy),
  ];
}

const goUpdateStrategy = goStruct('apps.DaemonSetUpdateStrategy', {
  type: goString,
  rollingUpdate: goPointer(
    'apps.RollingUpdateDaemonSet',
    goStruct('apps.RollingUpdateDaemonSet', { maxUnavailable: goIntOrString, maxSurge: goIntOrString }),
  ),
});

function validateUpdateStrategy(path: FieldPath, { type, rollingUpdate }: DaemonSetUpdateStrategy = {}): FieldError[] {
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = goValue(goUpdateStrategy, { type, rollingUpdate });
    return [fieldError.notSupported(path, shown, ['RollingUpdate', 'OnDelete'])];
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
    errors.push(
      fieldError.invalid(surge, goValue(goIntOrString, maxSurge), 'may not be set when maxUnavailable is non-zero'),
    );
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
    ...validateNotDecremented(STATUS.child('collisionCount'), status.collisionCount, old?.collisionCount),
  ];
}
