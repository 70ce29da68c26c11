import {
  fieldError,
  FieldPath,
  validateName,
  type ApiObject,
  type FieldError,
  type FieldPath as Path,
} from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkName, checkSetName } from '../../../validation/names.js';
import type { IngressClass, IngressClassParametersReference } from './ingress-class.types.js';

const SPEC = FieldPath.of('spec');
const MAX_CONTROLLER_LENGTH = 250;

export const ingressClassStrategy = (): Strategy<IngressClass> => ({
  validateCreate: validateIngressClass,
  validateUpdate: (ingressClass, old) => [
    ...validateUnchanged(SPEC, controllerOf(ingressClass), controllerOf(old), ['controller']),
    ...validateIngressClass(ingressClass),
  ],
});

/** Parameters that name no scope are of the cluster. */
export function ingressClassDefaults(object: ApiObject): ApiObject {
  const ingressClass = object as IngressClass;
  const parameters = ingressClass.spec?.parameters;
  if (!parameters || typeof parameters.scope === 'string') return object;
  return {
    ...ingressClass,
    spec: { ...ingressClass.spec, parameters: { ...parameters, scope: 'Cluster' } },
  } as ApiObject;
}

const controllerOf = ({ spec }: IngressClass) => ({ controller: spec?.controller ?? '' });

function validateIngressClass({ spec = {} }: IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  const path = SPEC.child('controller');
  return [
    ...(controller.length > MAX_CONTROLLER_LENGTH ? [fieldError.tooLong(path, MAX_CONTROLLER_LENGTH)] : []),
    ...(controller === '' ? [fieldError.required(path)] : checkDomainPath(path, controller)),
    ...(parameters ? validateParameters(SPEC.child('parameters'), parameters) : []),
  ];
}

/** `example.com/path`. */
function checkDomainPath(path: Path, value: string): FieldError[] {
  const [domain = '', ...rest] = value.split('/');
  const tail = rest.join('/');
  if (domain === '' || tail === '')
    return [fieldError.invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...validateName('dns-subdomain', domain).map((fault) => fieldError.invalid(path, domain, fault)),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(tail)
      ? []
      : [fieldError.invalid(path, tail, 'Invalid path: only characters of RFC 3986 paths are allowed')]),
  ];
}

function validateParameters(path: Path, parameters: IngressClassParametersReference): FieldError[] {
  const { apiGroup, kind, name, scope, namespace } = parameters;
  const at = path.child('namespace');
  return [
    ...checkSetName(path.child('apiGroup'), apiGroup, 'dns-subdomain'),
    ...(kind
      ? checkName(path.child('kind'), kind, 'path-segment')
      : [fieldError.required(path.child('kind'), 'kind is required')]),
    ...(name
      ? checkName(path.child('name'), name, 'path-segment')
      : [fieldError.required(path.child('name'), 'name is required')]),
    ...(scope !== 'Cluster' && scope !== 'Namespace'
      ? [fieldError.notSupported(path.child('scope'), scope ?? '', ['Cluster', 'Namespace'])]
      : []),
    ...(scope === 'Namespace'
      ? namespace === undefined
        ? [fieldError.required(at, "`parameters.scope` is set to 'Namespace'")]
        : checkSetName(at, namespace, 'dns-label')
      : []),
    ...(scope === 'Cluster' && namespace !== undefined
      ? [fieldError.forbidden(at, "`parameters.scope` is set to 'Cluster'")]
      : []),
  ];
}
