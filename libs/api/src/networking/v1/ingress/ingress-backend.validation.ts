import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { TypedLocalObjectReference } from '../../../core/v1/references.js';
import { checkName, checkSetName, requireName } from '../../../validation/names.js';
import { checkPortName, checkPortNumber } from '../../../validation/ports.js';
import type { IngressBackend, IngressServiceBackend } from './ingress-backend.js';

/** Exactly one of a service and a resource of the ingress controller. */
export function validateBackend(path: FieldPath, { service, resource }: IngressBackend): FieldError[] {
  if (service && resource) return [fieldError.invalid(path, '', 'cannot set both resource and service backends')];
  if (resource) return validateReference(path.child('resource'), resource);
  if (service) return validateServiceBackend(path, service);
  return [fieldError.invalid(path, '', 'resource or service backend is required')];
}

function validateReference(path: FieldPath, { apiGroup, kind, name }: TypedLocalObjectReference): FieldError[] {
  return [
    ...checkSetName(path.child('apiGroup'), apiGroup ?? undefined, 'dns-subdomain'),
    ...(kind
      ? checkName(path.child('kind'), kind, 'path-segment')
      : [fieldError.required(path.child('kind'), 'kind is required')]),
    ...(name
      ? checkName(path.child('name'), name, 'path-segment')
      : [fieldError.required(path.child('name'), 'name is required')]),
  ];
}

/** @param path of the backend, which kube-apiserver names for faults of both ways to say the port. */
function validateServiceBackend(path: FieldPath, { name, port = {} }: IngressServiceBackend): FieldError[] {
  const service = path.child('service');
  const named = Boolean(port.name);
  const numbered = Boolean(port.number);
  const at = service.child('port');
  return [
    ...requireName(service.child('name'), name, 'dns-1035-label'),
    ...(named && numbered ? [fieldError.invalid(path, '', 'cannot set both port name & port number')] : []),
    ...(named && !numbered ? checkPortName(at.child('name'), port.name!) : []),
    ...(numbered && !named ? checkPortNumber(at.child('number'), port.number) : []),
    ...(named || numbered ? [] : [fieldError.required(path, 'port name or number is required')]),
  ];
}
