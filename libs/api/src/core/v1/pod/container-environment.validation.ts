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
import type { EnvironmentNames } from './environment-names.js';

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

const NO_SOURCE = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';

/** Names of variables, and one source for each value. */
export function validateEnvironment(
  path: FieldPath,
  { env = [], envFrom = [] }: Container,
  names: EnvironmentNames,
): FieldError[] {
  return [
    ...env.flatMap((variable, index) => validateVariable(path.child('env').index(index), variable, names)),
    ...envFrom.flatMap((source, index) => validateEnvFrom(path.child('envFrom'), index, source, names)),
  ];
}

const validateName = (path: FieldPath, name: string, names: EnvironmentNames): FieldError[] =>
  names.faultsOf(name).map((fault) => fieldError.invalid(path, name, fault));

function validateVariable(
  path: FieldPath,
  { name = '', value = '', valueFrom }: Partial<EnvVar>,
  names: EnvironmentNames,
): FieldError[] {
  const at = path.child('name');
  const errors = name === '' ? [fieldError.required(at)] : validateName(at, name, names);
  return valueFrom ? [...errors, ...validateSource(path.child('valueFrom'), valueFrom, value)] : errors;
}

/** @param value of the variable: one with a source has no value of its own. */
function validateSource(path: FieldPath, source: EnvVarSource, value: string): FieldError[] {
  const set = Object.values(source).filter((member) => member !== undefined).length;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const errors = [
    ...(fieldRef ? validateFieldRef(path.child('fieldRef'), fieldRef, FIELDS) : []),
    ...(resourceFieldRef ? validateResourceFieldRef(path.child('resourceFieldRef'), resourceFieldRef, false) : []),
    ...(configMapKeyRef ? validateKeyRef(path.child('configMapKeyRef'), configMapKeyRef) : []),
    ...(secretKeyRef ? validateKeyRef(path.child('secretKeyRef'), secretKeyRef) : []),
    ...(fileKeyRef ? requireFields(path.child('fileKeyRef'), fileKeyRef, 'volumeName', 'path', 'key') : []),
  ];
  if (set === 0) errors.push(fieldError.invalid(path, '', NO_SOURCE));
  else if (value !== '') errors.push(fieldError.invalid(path, '', 'may not be specified when `value` is not empty'));
  else if (set > 1) errors.push(fieldError.invalid(path, '', 'may not have more than one field specified at a time'));
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

/** @param path of the list: kube-apiserver does not name the item that has no source or too many. */
function validateEnvFrom(path: FieldPath, index: number, source: EnvFromSource, names: EnvironmentNames): FieldError[] {
  const { prefix = '', configMapRef, secretRef } = source;
  const at = path.index(index);
  const errors = prefix === '' ? [] : validateName(at.child('prefix'), prefix, names);
  if (configMapRef) errors.push(...validateObjectName(at.child('configMapRef'), configMapRef));
  if (secretRef) errors.push(...validateObjectName(at.child('secretRef'), secretRef));
  if (!configMapRef && !secretRef)
    errors.push(fieldError.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
  if (configMapRef && secretRef)
    errors.push(fieldError.invalid(path, '', 'may not have more than one field specified at a time'));
  return errors;
}
