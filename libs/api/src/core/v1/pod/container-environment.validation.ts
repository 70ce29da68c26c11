import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireDataKey } from '../../../validation/data-keys.js';
import { checkSetName, requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateFieldRef, validateResourceFieldRef } from '../volume/file-selectors.js';
import type { LocalObjectReference } from '../references.js';
import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  SecretKeySelector,
} from './container-environment.js';
import type { Container } from './container.js';

const NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;
/** Pod fields available to variables. */
const FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Names of variables, and one source for each value. */
export function validateEnvironment(path: FieldPath, { env = [], envFrom = [] }: Container): FieldError[] {
  return [
    ...env.flatMap((variable, index) => validateVariable(path.child('env').index(index), variable)),
    ...envFrom.flatMap((source, index) => validateEnvFrom(path.child('envFrom').index(index), source)),
  ];
}

function validateVariable(path: FieldPath, { name = '', value = '', valueFrom }: Partial<EnvVar>): FieldError[] {
  const at = path.child('name');
  const errors: FieldError[] = [];
  if (name === '') errors.push(fieldError.required(at));
  else if (!NAME.test(name)) {
    errors.push(
      fieldError.invalid(
        at,
        name,
        "must consist of alphanumeric characters, '-', '_' or '.', and must not start with a digit",
      ),
    );
  }
  if (!valueFrom) return errors;
  if (value !== '')
    errors.push(fieldError.invalid(path.child('valueFrom'), '', 'may not be specified when `value` is not empty'));
  return [...errors, ...validateSource(path.child('valueFrom'), valueFrom)];
}

function validateSource(path: FieldPath, source: EnvVarSource): FieldError[] {
  const set = Object.values(source).filter((member) => member !== undefined).length;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const errors = [
    ...(fieldRef ? validateFieldRef(path.child('fieldRef'), fieldRef, FIELDS) : []),
    ...(resourceFieldRef ? validateResourceFieldRef(path.child('resourceFieldRef'), resourceFieldRef, false) : []),
    ...(configMapKeyRef ? validateKeyRef(path.child('configMapKeyRef'), configMapKeyRef) : []),
    ...(secretKeyRef ? validateKeyRef(path.child('secretKeyRef'), secretKeyRef) : []),
    ...(fileKeyRef ? requireFields(path.child('fileKeyRef'), fileKeyRef, 'volumeName', 'path', 'key') : []),
  ];
  if (set === 0) errors.push(fieldError.invalid(path, '', 'must specify one source of the value'));
  if (set > 1) errors.push(fieldError.invalid(path, '', 'may not have more than one field specified at a time'));
  return errors;
}

/** One value of a ConfigMap or Secret. */
const validateKeyRef = (path: FieldPath, selector: ConfigMapKeySelector | SecretKeySelector): FieldError[] => [
  ...checkSetName(path.child('name'), selector.name ?? '', 'dns-subdomain'),
  ...requireDataKey(path.child('key'), selector.key),
];

/** Names of ConfigMaps and Secrets are subdomains. */
const validateObjectName = (path: FieldPath, { name }: LocalObjectReference): FieldError[] =>
  requireName(path.child('name'), name, 'dns-subdomain');

function validateEnvFrom(path: FieldPath, { prefix = '', configMapRef, secretRef }: EnvFromSource): FieldError[] {
  const errors =
    prefix === '' || NAME.test(prefix)
      ? []
      : [fieldError.invalid(path.child('prefix'), prefix, 'must be the beginning of a variable name')];
  if (configMapRef) errors.push(...validateObjectName(path.child('configMapRef'), configMapRef));
  if (secretRef) errors.push(...validateObjectName(path.child('secretRef'), secretRef));
  if (!configMapRef && !secretRef)
    errors.push(fieldError.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
  if (configMapRef && secretRef)
    errors.push(fieldError.invalid(path, '', 'may not have more than one field specified at a time'));
  return errors;
}
