import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import { containerContextOf, validateContainer } from './container.validation.js';
import type { EphemeralContainer } from './ephemeral-container.js';
import type { PodSpec } from './pod-spec.js';

/** Fields not allowed for ephemeral containers: these never restart, and do not affect scheduling. */
const FORBIDDEN_FIELDS = [
  'ports',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
] as const;

/** Containers added to a running pod for debugging. */
export function validateEphemeralContainers(path: FieldPath, spec: PodSpec): FieldError[] {
  const names = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
  const targets = new Set(names);
  const pod = containerContextOf(spec);
  return (spec.ephemeralContainers ?? []).flatMap((container, index) => {
    const at = path.child('ephemeralContainers').index(index);
    const { name, targetContainerName = '' } = container;
    const errors = requireName(at.child('name'), name, 'dns-label');
    if (names.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
    names.add(name);
    if (targetContainerName !== '' && !targets.has(targetContainerName)) {
      errors.push(fieldError.notFound(at.child('targetContainerName'), targetContainerName));
    }
    return [...errors, ...validateContainer(at, container, pod), ...validateEphemeralContainer(at, container)];
  });
}

function validateEphemeralContainer(path: FieldPath, container: EphemeralContainer): FieldError[] {
  const refuse = (at: FieldPath): FieldError => fieldError.forbidden(at, 'cannot be set for an Ephemeral Container');
  const errors = FORBIDDEN_FIELDS.filter((field) => isSet(container[field])).map((field) => refuse(path.child(field)));
  if (Object.values(container.resources ?? {}).some(isSet)) errors.push(refuse(path.child('resources')));
  for (const [index, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
    const at = path.child('volumeMounts').index(index);
    if (subPath) errors.push(refuse(at.child('subPath')));
    if (subPathExpr) errors.push(refuse(at.child('subPathExpr')));
  }
  return errors;
}

const isSet = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
