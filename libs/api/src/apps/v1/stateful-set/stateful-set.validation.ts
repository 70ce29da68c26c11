import {
  fieldError,
  FieldPath,
  goIntOrString,
  goNumber,
  goPointer,
  goString,
  goStruct,
  goValue,
  validateLabelSelector,
  type FieldError,
} from '@orch/apimachinery';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import { validateTemplateMetadata } from '../../../core/v1/pod/pod-template.validation.js';
import { sameJson } from '../../../validation/json-equality.js';
import { validateOneOf } from '../../../validation/values.js';
import {
  validateCopySelector,
  validateRestartAlways,
  validateTemplateLabels,
} from '../../../core/workload/copied-pod.validation.js';
import { isZeroAmount, validateAtMostAll, validateIntOrPercent } from '../../../core/workload/int-or-percent.js';
import {
  validateCounts,
  validateNotAbove,
  validateNotDecremented,
} from '../../../core/workload/replica-counts.validation.js';
import type { StatefulSetSpec, StatefulSetStatus, StatefulSetUpdateStrategy } from './stateful-set.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const SELECTOR = SPEC.child('selector');
const TEMPLATE = SPEC.child('template');
const CLAIM_POLICIES = ['Retain', 'Delete'];

export function validateStatefulSetSpec(spec: StatefulSetSpec | undefined, rules: PodRules): FieldError[] {
  if (!spec) return [fieldError.required(SPEC)];
  const retention = SPEC.child('persistentVolumeClaimRetentionPolicy');
  const { whenDeleted, whenScaled } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  return [
    ...validatePodManagement(SPEC.child('podManagementPolicy'), spec.podManagementPolicy),
    ...validateUpdateStrategy(SPEC.child('updateStrategy'), spec.updateStrategy),
    ...validateOneOf(retention.child('whenDeleted'), whenDeleted, CLAIM_POLICIES),
    ...validateOneOf(retention.child('whenScaled'), whenScaled, CLAIM_POLICIES),
    ...validateCounts(SPEC, spec, ['replicas', 'minReadySeconds']),
    ...validateCounts(SPEC.child('ordinals'), spec.ordinals, ['start']),
    ...validateCopySelector(SELECTOR, spec.selector, 'statefulset', ''),
    ...(validateLabelSelector(spec.selector, SELECTOR).length > 0 ? [] : validateTemplate(spec, rules)),
  ];
}

/**
 * The volumes of the claim templates come later, so mounts cannot be checked against volumes yet: the spec is checked when
 * the pods are made.
 */
function validateTemplate({ selector, template }: StatefulSetSpec, rules: PodRules): FieldError[] {
  return [
    ...validateTemplateLabels(TEMPLATE, selector, template),
    ...validateTemplateMetadata(TEMPLATE, template, rules),
    ...validateRestartAlways(TEMPLATE, template, 'StatefulSet'),
  ];
}

function validatePodManagement(path: FieldPath, policy: string | undefined): FieldError[] {
  if (!policy) return [fieldError.required(path)];
  return policy === 'OrderedReady' || policy === 'Parallel'
    ? []
    : [fieldError.invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

const goRollingUpdate = goStruct('apps.RollingUpdateStatefulSetStrategy', {
  partition: goNumber,
  maxUnavailable: goPointer('intstr.IntOrString', goIntOrString),
});
const goUpdateStrategy = goStruct('apps.StatefulSetUpdateStrategy', {
  type: goString,
  rollingUpdate: goPointer('apps.RollingUpdateStatefulSetStrategy', goRollingUpdate),
});

function validateUpdateStrategy(path: FieldPath, strategy: StatefulSetUpdateStrategy = {}): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rolling = path.child('rollingUpdate');
  switch (type) {
    case undefined:
      return [fieldError.required(path.child('type'))];
    case 'OnDelete':
      return rollingUpdate
        ? [
            fieldError.invalid(
              rolling,
              goValue(goRollingUpdate, rollingUpdate),
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ]
        : [];
    case 'RollingUpdate': {
      const unavailable = rolling.child('maxUnavailable');
      const { maxUnavailable } = rollingUpdate ?? {};
      return [
        ...validateCounts(rolling, rollingUpdate, ['partition']),
        ...validateIntOrPercent(unavailable, maxUnavailable),
        ...(maxUnavailable !== undefined && isZeroAmount(maxUnavailable)
          ? [fieldError.invalid(unavailable, maxUnavailable, 'cannot be 0')]
          : []),
        ...validateAtMostAll(unavailable, maxUnavailable),
      ];
    }
    default:
      return [fieldError.invalid(path, goValue(goUpdateStrategy, strategy), "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const satisfies readonly (keyof StatefulSetSpec)[];

/** Existing pods were created from the other fields. */
export function validateStatefulSetSpecUpdate(
  spec: StatefulSetSpec | undefined,
  old: StatefulSetSpec | undefined,
): FieldError[] {
  if (sameJson(fixedPart(spec), fixedPart(old))) return [];
  const last = MUTABLE.length - 1;
  const names = MUTABLE.map((name) => `'${name}'`);
  return [
    fieldError.forbidden(
      SPEC,
      `updates to statefulset spec for fields other than ${names.slice(0, last).join(', ')} and ${names[last]} are forbidden`,
    ),
  ];
}

const fixedPart = (spec: StatefulSetSpec | undefined): object =>
  Object.fromEntries(Object.entries(spec ?? {}).filter(([name]) => !(MUTABLE as readonly string[]).includes(name)));

export function validateStatefulSetStatus(
  status: Partial<StatefulSetStatus> = {},
  old?: StatefulSetStatus,
): FieldError[] {
  return [
    ...validateCounts(STATUS, status, [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ]),
    ...validateNotAbove(
      STATUS,
      status,
      ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
      'replicas',
      'status.replicas',
    ),
    ...validateNotAbove(STATUS, status, ['availableReplicas'], 'readyReplicas', 'status.readyReplicas'),
    ...validateNotDecremented(STATUS.child('collisionCount'), status.collisionCount, old?.collisionCount),
  ];
}
