import {
  fieldError,
  FieldPath,
  goSlice,
  goString,
  goValue,
  legacyIpFamilyOf,
  validateName,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName } from '../../../validation/names.js';
import { validateBackend } from './ingress-backend.validation.js';
import { validatePaths } from './ingress-paths.validation.js';
import type { Ingress, IngressRule, IngressTLS } from './ingress.types.js';

const SPEC = FieldPath.of('spec');
const goRules = goSlice('[]networking.IngressRule', goString);

export function validateIngress({ spec = {} }: Ingress): FieldError[] {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
  return [
    ...(rules.length === 0 && !defaultBackend
      ? [fieldError.invalid(SPEC, goValue(goRules, spec.rules), 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...tls.flatMap((entry, index) => validateTls(SPEC.child('tls').index(index), entry)),
    ...rules.flatMap((rule, index) => validateRule(SPEC.child('rules').index(index), rule)),
    ...(defaultBackend ? validateBackend(SPEC.child('defaultBackend'), defaultBackend) : []),
    ...(ingressClassName === undefined
      ? []
      : validateName('dns-subdomain', ingressClassName).map((fault) =>
          fieldError.invalid(SPEC.child('ingressClassName'), ingressClassName, fault),
        )),
  ];
}

/** The class is in its field; the deprecated annotation, where both are, says the same. */
export function validateOneClass({ metadata, spec }: Ingress, vocabulary: Vocabulary): FieldError[] {
  const key = vocabulary.annotations.ingressClass;
  const annotation = metadata.annotations?.[key];
  if (annotation === undefined || spec?.ingressClassName === undefined) return [];
  const path = FieldPath.of('annotations').child(key); // kube-apiserver's path
  return annotation === spec.ingressClassName
    ? []
    : [fieldError.invalid(path, annotation, 'must match `ingressClassName` when both are specified')];
}

function validateTls(path: FieldPath, { hosts = [], secretName }: IngressTLS): FieldError[] {
  return [
    ...hosts.flatMap((host, index) => validateHost(path.child('hosts').index(index), host)),
    ...checkName(path.child('secretName'), secretName, 'dns-subdomain'),
  ];
}

function validateRule(path: FieldPath, { host = '', http }: IngressRule): FieldError[] {
  const at = path.child('host');
  return [
    ...(legacyIpFamilyOf(host) ? [fieldError.invalid(at, host, 'must be a DNS name, not an IP address')] : []),
    ...(host === '' || legacyIpFamilyOf(host) ? [] : validateHost(at, host)),
    ...(http ? validatePaths(path.child('http').child('paths'), http.paths) : []),
  ];
}

const WILDCARD_RULE =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case " +
  "alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is " +
  "'\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** `example.com`, or `*.example.com` for names with one more label. */
function validateHost(path: FieldPath, host: string): FieldError[] {
  if (!host.includes('*')) return validateName('dns-subdomain', host).map((f) => fieldError.invalid(path, host, f));
  const fits = host.startsWith('*.') && validateName('dns-subdomain', host.slice(2)).length === 0;
  return fits ? [] : [fieldError.invalid(path, host, WILDCARD_RULE)];
}
