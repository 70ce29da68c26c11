import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName, requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validatePresent } from '../../../validation/values.js';
import type { SecretReference } from '../references.js';
import type {
  CSIPersistentVolumeSource,
  CSIVolumeSource,
  FlexPersistentVolumeSource,
  FlexVolumeSource,
} from './driver-sources.js';

const MAX_DRIVER_NAME_LENGTH = 63;
const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeStageSecretRef',
  'nodeExpandSecretRef',
] as const;

/** A-366, C-195: keys below the product's own domains are the node agent's to set. */
export function validateFlexVolume(
  path: FieldPath,
  source: FlexVolumeSource | FlexPersistentVolumeSource,
  vocabulary: Vocabulary,
): FieldError[] {
  const errors = requireFields(path, source, 'driver');
  for (const key of Object.keys(source.options ?? {})) {
    const domain = key.split('/', 1)[0]!.toLowerCase();
    const { reservedGroupSuffixes } = vocabulary;
    if (reservedGroupSuffixes.some((suffix) => `.${domain}`.endsWith(`.${suffix}`))) {
      const detail = `${reservedGroupSuffixes.join(' and ')} namespaces are reserved`;
      errors.push(fieldError.invalid(path.child('options').key(key), key, detail));
    }
  }
  return errors;
}

/** Names of drivers are subdomains, in either case. An empty one is missing and malformed at once. */
export const validateDriverName = (path: FieldPath, driver = ''): FieldError[] => [
  ...validatePresent(path, driver),
  ...(driver.length > MAX_DRIVER_NAME_LENGTH ? [fieldError.tooLong(path, MAX_DRIVER_NAME_LENGTH)] : []),
  ...validateName('dns-subdomain', driver.toLowerCase()).map((fault) => fieldError.invalid(path, driver, fault)),
];

/** A-362, C-195. */
export function validateInlineCsi(path: FieldPath, source: CSIVolumeSource): FieldError[] {
  const secret = path.child('nodePublishSecretRef');
  return [
    ...validateDriverName(path.child('driver'), source.driver),
    ...(source.nodePublishSecretRef ? requireFields(secret, source.nodePublishSecretRef, 'name') : []),
    ...checkName(path.child('name'), source.nodePublishSecretRef?.name, 'dns-subdomain'), // kube-apiserver's path
  ];
}

/** C-183. */
export const validatePersistentCsi = (path: FieldPath, source: CSIPersistentVolumeSource): FieldError[] => [
  ...validateDriverName(path.child('driver'), source.driver),
  ...requireFields(path, source, 'volumeHandle'),
  ...SECRETS.flatMap((field) => validateDriverSecret(path.child(field), source[field])),
];

function validateDriverSecret(path: FieldPath, reference: SecretReference | undefined): FieldError[] {
  if (!reference) return [];
  return [
    ...requireName(path.child('name'), reference.name, 'dns-subdomain'),
    ...requireName(path.child('namespace'), reference.namespace, 'dns-label'),
  ];
}

/** A secret reference of a cluster-scoped volume has a namespace. */
export const validateSecretReference = (path: FieldPath, reference: SecretReference | undefined): FieldError[] =>
  reference === undefined ? [] : requireFields(path, reference, 'name', 'namespace');
