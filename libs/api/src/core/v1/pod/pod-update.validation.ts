import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { jsonKey, sameJson } from '../../../validation/json-equality.js';
import { validateGatedScheduling } from './gated-pod.validation.js';
import type { PodSpec } from './pod-spec.js';
import type { Pod } from './pod.types.js';
import type { Toleration } from './scheduling.js';

const SPEC = FieldPath.of('spec');

/**
 * What may change in a running pod (C-231): images, a deadline that only comes nearer, tolerations that only grow, gates
 * that only fall, and a negative grace period set to 1. While a gate holds it, also where it may run, if that becomes
 * narrower. Everything else is decided once.
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
    ...validateDeadline(spec, before),
    ...validateTolerations(spec, before),
    ...validateGates(spec, before),
    ...(gated ? validateGatedScheduling(SPEC, spec, before) : []),
  ];
  if (!sameJson(fixedPart(spec, before, gated), fixedPart(before, before, gated))) {
    errors.push(
      fieldError.forbidden(
        SPEC,
        'pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, ' +
          '`spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or ' +
          '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ),
    );
  }
  return errors;
}

/** The spec with everything taken out that has a rule of its own. */
function fixedPart(spec: PodSpec, before: PodSpec, gated: boolean): object {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, schedulingGates: _gates, ...rest } = spec;
  const graceMayChange = (before.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1;
  return {
    ...rest,
    containers: withoutImages(spec.containers),
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
  const { activeDeadlineSeconds: standing } = before;
  if (standing === undefined || seconds === standing) return [];
  if (seconds === undefined)
    return [fieldError.invalid(path, null, 'must not update from a positive integer to nil value')];
  return seconds < standing ? [] : [fieldError.invalid(path, seconds, 'must be less than or equal to previous value')];
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
            SPEC.child('schedulingGates').index(index),
            `only deletion is allowed, but found new scheduling gate '${name}'`,
          ),
        ],
  );
}
