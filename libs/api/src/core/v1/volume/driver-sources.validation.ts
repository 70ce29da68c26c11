import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName, requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
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
    const slash = key.indexOf('/');
    const domain = slash < 0 ? '' : key.slice(0, slash).toLowerCase();
    const reserved = vocabulary.reservedGroupSuffixes.find((suffix) => `.${domain}`.endsWith(`.${suffix}`));
    if (reserved !== undefined) {
      errors.push(
        fieldError.invalid(path.child('options').key(key), key, `${reserved} and its subdomains are reserved`),
      );
    }
  }
  return errors;
}

function validateDriver(path: FieldPath, driver: string | undefined): FieldError[] {
  if (!driver) return [fieldError.required(path)];
  return driver.length > MAX_DRIVER_NAME_LENGTH
    ? [fieldError.tooLong(path, MAX_DRIVER_NAME_LENGTH)]
    : checkName(path, driver.toLowerCase(), 'dns-subdomain');
}

/** A-362, C-195. */
export function validateInlineCsi(path: FieldPath, source: CSIVolumeSource): FieldError[] {
  const secret = path.child('nodePublishSecretRef');
  return [
    ...validateDriver(path.child('driver'), source.driver),
    ...(source.nodePublishSecretRef ? requireFields(secret, source.nodePublishSecretRef, 'name') : []),
    ...checkName(path.child('name'), source.nodePublishSecretRef?.name, 'dns-subdomain'), // kube-apiserver's path
  ];
}

/** C-183. */
export const validatePersistentCsi = (path: FieldPath, source: CSIPersistentVolumeSource): FieldError[] => [
  ...validateDriver(path.child('driver'), source.driver),
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
