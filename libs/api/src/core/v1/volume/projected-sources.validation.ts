import { fieldError, validateLabelSelector, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateTokenLife } from '../../../validation/token-life.js';
import { validateFieldRef, validateResourceFieldRef } from './file-selectors.js';
import { validateFilePath } from './local-paths.js';
import type {
  ClusterTrustBundleProjection,
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  PodCertificateProjection,
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from './projected-sources.js';

/** Permission bits, 0000 to 0777. */
const MAX_MODE = 0o777;
/** Pod fields available to files (A-397, C-199). */
const FILE_FIELDS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

const validateMode = (path: FieldPath, mode: number | undefined): FieldError[] =>
  mode === undefined || (mode >= 0 && mode <= MAX_MODE)
    ? []
    : [fieldError.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];

/** C-193, A-381, A-390..A-395. */
export const validateConfigMapSource = (path: FieldPath, source: ConfigMapVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'name'),
  ...validateMode(path.child('defaultMode'), source.defaultMode),
  ...validateKeys(path.child('items'), source.items),
];

export const validateSecretSource = (path: FieldPath, source: SecretVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'secretName'),
  ...validateMode(path.child('defaultMode'), source.defaultMode),
  ...validateKeys(path.child('items'), source.items),
];

export const validateDownwardApiSource = (path: FieldPath, source: DownwardAPIVolumeSource): FieldError[] => [
  ...validateMode(path.child('defaultMode'), source.defaultMode),
  ...validateFiles(path, source.items),
];

function validateKeys(path: FieldPath, items: readonly KeyToPath[] = []): FieldError[] {
  return items.flatMap((item, index) => {
    const at = path.index(index);
    return [
      ...requireFields(at, item, 'key', 'path'),
      ...validateFilePath(at.child('path'), item.path ?? ''),
      ...validateMode(at.child('mode'), item.mode),
    ];
  });
}

/** A-396..A-399, C-198. @param path of the source: kube-apiserver does not name the item of a fault. */
const validateFiles = (path: FieldPath, items: readonly DownwardAPIVolumeFile[] = []): FieldError[] =>
  items.flatMap((item) => [
    ...requireFields(path, item, 'path'),
    ...validateFilePath(path.child('path'), item.path ?? ''),
    ...validateFileContent(path, item),
    ...validateMode(path.child('mode'), item.mode),
  ]);

function validateFileContent(path: FieldPath, { fieldRef, resourceFieldRef }: DownwardAPIVolumeFile): FieldError[] {
  if (fieldRef) {
    const errors = validateFieldRef(path.child('fieldRef'), fieldRef, FILE_FIELDS);
    if (!resourceFieldRef) return errors;
    const detail = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    return [...errors, fieldError.invalid(path, 'resource', detail)];
  }
  if (resourceFieldRef) return validateResourceFieldRef(path.child('resourceFieldRef'), resourceFieldRef, true);
  return [fieldError.required(path, 'one of fieldRef and resourceFieldRef is required')];
}

/** Several sources in one directory: each sets at most one member, and no two write the same file (C-196). */
export function validateProjected(path: FieldPath, { sources, defaultMode }: ProjectedVolumeSource): FieldError[] {
  const errors = validateMode(path.child('defaultMode'), defaultMode);
  const written = new Set<string>();
  for (const [index, source] of (sources ?? []).entries()) {
    const at = path.child('sources').index(index);
    errors.push(...validateMembers(path, at, source));
    for (const [file, shown] of filesOf(source)) {
      if (written.has(file)) errors.push(fieldError.invalid(path, shown, 'conflicting duplicate paths'));
      written.add(file);
    }
    if (Object.values(source).filter((member) => member !== undefined).length > 1) {
      errors.push(fieldError.forbidden(at, 'may not specify more than 1 volume type per source'));
    }
  }
  return errors;
}

/** @param volume path of the volume, below which kube-apiserver reports the path of a token. */
function validateMembers(volume: FieldPath, path: FieldPath, source: VolumeProjection): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  return [
    ...(secret ? validateNamedKeys(path.child('secret'), secret) : []),
    ...(configMap ? validateNamedKeys(path.child('configMap'), configMap) : []),
    ...(downwardAPI ? validateFiles(path.child('downwardAPI'), downwardAPI.items) : []),
    ...(serviceAccountToken ? validateToken(volume, path.child('serviceAccountToken'), serviceAccountToken) : []),
    ...(clusterTrustBundle ? validateTrustBundle(path.child('clusterTrustBundle'), clusterTrustBundle) : []),
    ...(podCertificate ? validatePodCertificate(path.child('podCertificate'), podCertificate) : []),
  ];
}

const validateNamedKeys = (path: FieldPath, source: { name?: string; items?: KeyToPath[] }): FieldError[] => [
  ...requireFields(path, source, 'name'),
  ...validateKeys(path.child('items'), source.items),
];

/** C-201. */
const validateToken = (volume: FieldPath, path: FieldPath, token: ServiceAccountTokenProjection): FieldError[] => [
  ...validateTokenLife(path.child('expirationSeconds'), token.expirationSeconds),
  ...requireFields(volume, token, 'path'),
  ...validateFilePath(volume.child('path'), token.path ?? ''),
];

/** One bundle by name, or all of a signer that a selector picks. */
function validateTrustBundle(path: FieldPath, bundle: ClusterTrustBundleProjection): FieldError[] {
  return [
    ...validateTrustOrigin(path, bundle),
    ...requireFields(path, bundle, 'path'),
    ...validateFilePath(path.child('path'), bundle.path ?? ''),
  ];
}

function validateTrustOrigin(path: FieldPath, bundle: ClusterTrustBundleProjection): FieldError[] {
  const { name, signerName, labelSelector } = bundle;
  const selector = path.child('labelSelector');
  if (name !== undefined && signerName !== undefined) {
    return [fieldError.invalid(path, bundle, 'only one of name and signerName may be used')];
  }
  if (name !== undefined) {
    return [
      ...(name === '' ? [fieldError.required(path.child('name'), 'must be a valid object name')] : []),
      ...(labelSelector
        ? [fieldError.invalid(selector, labelSelector, 'labelSelector must be unset if name is specified')]
        : []),
    ];
  }
  if (signerName === undefined) return [fieldError.required(path, 'either name or signerName must be specified')];
  return [
    ...(signerName === '' ? [fieldError.required(path.child('signerName'), 'must be a valid signer name')] : []),
    ...validateLabelSelector(labelSelector, selector),
  ];
}

function validatePodCertificate(path: FieldPath, certificate: PodCertificateProjection): FieldError[] {
  const errors = requireFields(path, certificate, 'signerName', 'keyType');
  for (const field of ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const) {
    errors.push(...validateFilePath(path.child(field), certificate[field] ?? ''));
  }
  if (!certificate.credentialBundlePath && !(certificate.keyPath && certificate.certificateChainPath)) {
    errors.push(fieldError.required(path, 'specify credentialBundlePath, or keyPath and certificateChainPath'));
  }
  return errors;
}

/** The files of a source, each with the value that an error about it shows: the object of the keys, or the file. Tokens do not count. */
function filesOf({ secret, configMap, downwardAPI, clusterTrustBundle }: VolumeProjection): [string, string][] {
  const keyed = [secret, configMap].flatMap((member) =>
    (member?.items ?? []).map(({ path }): [string, string] => [path, member?.name ?? '']),
  );
  const plain = [...(downwardAPI?.items ?? []), ...(clusterTrustBundle ? [clusterTrustBundle] : [])];
  return [...keyed, ...plain.map(({ path }): [string, string] => [path, path])].filter(([file]) => Boolean(file));
}
