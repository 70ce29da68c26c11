import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { jsonKey, sameJson } from '../../../validation/json-equality.js';
import { validateGatedScheduling } from './gated-pod.validation.js';
import type { PodSpec } from './pod-spec.js';
import type { Pod } from './pod.types.js';
import type { Toleration } from './scheduling.js';

const SPEC = FieldPath.of('spec');

/**
 * Mutable fields of a pod (C-231): images, an earlier deadline, additional tolerations, removed gates,
 * and a negative grace period set to 1. With scheduling gates also narrower node constraints. Everything else is
 * immutable.
 */
export function validatePodUpdate(pod: Pod, old: Pod): FieldError[] {
  const { spec } = pod;
  const before = old.spec;
  if (!spec || !before) return [];
  for (const list of ['containers', 'initContainers'] as const) {
    if ((spec[list] ?? []).length === (before[list] ?? []).length) continue;
    return [fieldError.forbidden(SPEC.child(list), 'pod updates may not add or remove containers')];
  }
  const gated = (before.schedulingGates ?? []).length > 0;
  const errors = [
    ...validateImages(spec),
    ...validateDeadline(spec, before),
    ...validateTolerations(spec, before),
    ...validateGates(spec, before),
    ...(gated ? validateGatedScheduling(SPEC, spec, before) : []),
  ];
  if (!sameJson(fixedPart(spec, before, gated), fixedPart(before, before, gated))) {
    errors.push(
      fieldError.forbidden(
        SPEC,
        'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
          '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
          '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ),
    );
  }
  return errors;
}

/** Kube-apiserver says twice that an image is missing. */
const validateImages = (spec: PodSpec): FieldError[] =>
  (['containers', 'initContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ image }, index) =>
      image ? [] : [fieldError.required(SPEC.child(list).index(index).child('image'))],
    ),
  );

/** The spec without the fields that have individual rules. */
function fixedPart(spec: PodSpec, before: PodSpec, gated: boolean): object {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, schedulingGates: _gates, ...rest } = spec;
  const graceMayChange = (before.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  return {
    ...rest,
    containers: withoutImages(spec.containers ?? []),
    initContainers: withoutImages(spec.initContainers),
    ...(graceMayChange ? { terminationGracePeriodSeconds: before.terminationGracePeriodSeconds } : {}),
    ...(gated ? { nodeSelector: undefined, affinity: { ...spec.affinity, nodeAffinity: undefined } } : {}),
  };
}

const withoutImages = (containers: readonly { image?: string }[] = []): object[] =>
  containers.map(({ image: _image, ...rest }) => rest);

function validateDeadline(spec: PodSpec, before: PodSpec): FieldError[] {
  const path = SPEC.child('activeDeadlineSeconds');
  const { activeDeadlineSeconds: seconds } = spec;
  const { activeDeadlineSeconds: previous } = before;
  if (previous === undefined || seconds === previous) return [];
  if (seconds === undefined)
    return [fieldError.invalid(path, null, 'must not update from a positive integer to nil value')];
  return seconds < previous ? [] : [fieldError.invalid(path, seconds, 'must be less than or equal to previous value')];
}

function validateTolerations({ tolerations = [] }: PodSpec, { tolerations: before = [] }: PodSpec): FieldError[] {
  const kept = new Set(tolerations.map(withoutSeconds));
  return before.every((toleration) => kept.has(withoutSeconds(toleration)))
    ? []
    : [
        fieldError.forbidden(
          SPEC.child('tolerations'),
          'existing toleration can not be modified except its tolerationSeconds',
        ),
      ];
}

const withoutSeconds = ({ tolerationSeconds: _seconds, ...rest }: Toleration): string => jsonKey(rest);

function validateGates({ schedulingGates = [] }: PodSpec, { schedulingGates: before = [] }: PodSpec): FieldError[] {
  const known = new Set(before.map(({ name }) => name));
  return schedulingGates.flatMap(({ name }, index) =>
    known.has(name)
      ? []
      : [
          fieldError.forbidden(
            SPEC.child('schedulingGates').index(index).child('name'),
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );
}
