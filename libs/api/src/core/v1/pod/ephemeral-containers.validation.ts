import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireName } from '../../../validation/names.js';
import { validateContainer, validateImage, type ContainerContext } from './container.validation.js';
import type { EphemeralContainer } from './ephemeral-container.js';

/** Fields not allowed for ephemeral containers: these never restart, and do not affect scheduling. */
const FORBIDDEN_FIELDS = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

/** Containers added to a running pod for debugging. */
export function validateEphemeralContainers(path: FieldPath, pod: ContainerContext): FieldError[] {
  const { spec } = pod;
  const names = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
  const targets = new Set(names);
  return (spec.ephemeralContainers ?? []).flatMap((container, index) => {
    const at = path.child('ephemeralContainers').index(index);
    const { name, targetContainerName = '' } = container;
    const errors = requireName(at.child('name'), name, 'dns-label');
    if (names.has(name)) errors.push(fieldError.duplicate(at.child('name'), name));
    names.add(name);
    if (targetContainerName !== '' && !targets.has(targetContainerName)) {
      errors.push(fieldError.notFound(at.child('targetContainerName'), targetContainerName));
    }
    errors.push(...validateContainer(at, container, pod), ...validateImage(at, container.image ?? ''));
    return [...errors, ...validateEphemeralContainer(at, container)];
  });
}

function validateEphemeralContainer(path: FieldPath, container: EphemeralContainer): FieldError[] {
  const refuse = (at: FieldPath): FieldError => fieldError.forbidden(at, 'cannot be set for an Ephemeral Container');
  const errors = FORBIDDEN_FIELDS.filter((field) => isSet(container, field)).map((field) => refuse(path.child(field)));
  for (const [index, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
    const at = path.child('volumeMounts').index(index);
    if (subPath) errors.push(refuse(at.child('subPath')));
    if (subPathExpr) errors.push(refuse(at.child('subPathExpr')));
  }
  return errors;
}

/** Empty lists are nothing, and so are resources without any list. */
function isSet(container: EphemeralContainer, field: (typeof FORBIDDEN_FIELDS)[number]): boolean {
  const value = container[field];
  if (value === undefined) return false;
  return Array.isArray(value) || field === 'resources' ? Object.keys(value).length > 0 : true;
}
