import { fieldError, validateLabelSelector, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateRange } from '../../../validation/values.js';
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
/** Tokens live at least ten minutes and at most 2^32 seconds (A-403, C-201). */
const TOKEN_SECONDS = { low: 600, high: 2 ** 32 };
/** Pod fields available to files (A-397, C-199). */
const FILE_FIELDS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

const validateMode = (path: FieldPath, mode: number | undefined): FieldError[] =>
  validateRange(path, mode, 0, MAX_MODE);

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
  ...validateFiles(path.child('items'), source.items),
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

/** A-396..A-399, C-198. */
function validateFiles(path: FieldPath, items: readonly DownwardAPIVolumeFile[] = []): FieldError[] {
  return items.flatMap((item, index) => {
    const at = path.index(index);
    return [
      ...requireFields(at, item, 'path'),
      ...validateFilePath(at.child('path'), item.path ?? ''),
      ...validateFileContent(at, item),
      ...validateMode(at.child('mode'), item.mode),
    ];
  });
}

function validateFileContent(path: FieldPath, { fieldRef, resourceFieldRef }: DownwardAPIVolumeFile): FieldError[] {
  if (fieldRef && resourceFieldRef) {
    return [fieldError.invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')];
  }
  if (fieldRef) return validateFieldRef(path.child('fieldRef'), fieldRef, FILE_FIELDS);
  if (resourceFieldRef) return validateResourceFieldRef(path.child('resourceFieldRef'), resourceFieldRef, true);
  return [fieldError.required(path, 'one of fieldRef and resourceFieldRef is required')];
}

/** Several sources in one directory: each sets one member, and no two write the same file (C-196). */
export function validateProjected(path: FieldPath, { sources = [], defaultMode }: ProjectedVolumeSource): FieldError[] {
  const errors = validateMode(path.child('defaultMode'), defaultMode);
  const written = new Set<string>();
  for (const [index, source] of sources.entries()) {
    const at = path.child('sources').index(index);
    const members = Object.entries(source).filter(([, member]) => member !== undefined);
    if (members.length === 0) errors.push(fieldError.required(at, 'must specify a volume source'));
    for (const [name] of members.slice(1)) {
      errors.push(fieldError.forbidden(at.child(name), 'may not specify more than 1 volume type'));
    }
    errors.push(...validateMember(at, source));
    for (const file of filesOf(source)) {
      if (written.has(file)) errors.push(fieldError.invalid(at, file, 'conflicting duplicate paths'));
      written.add(file);
    }
  }
  return errors;
}

function validateMember(path: FieldPath, source: VolumeProjection): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  return [
    ...(secret ? validateNamedKeys(path.child('secret'), secret) : []),
    ...(configMap ? validateNamedKeys(path.child('configMap'), configMap) : []),
    ...(downwardAPI ? validateFiles(path.child('downwardAPI').child('items'), downwardAPI.items) : []),
    ...(serviceAccountToken ? validateToken(path.child('serviceAccountToken'), serviceAccountToken) : []),
    ...(clusterTrustBundle ? validateTrustBundle(path.child('clusterTrustBundle'), clusterTrustBundle) : []),
    ...(podCertificate ? validatePodCertificate(path.child('podCertificate'), podCertificate) : []),
  ];
}

const validateNamedKeys = (path: FieldPath, source: { name?: string; items?: KeyToPath[] }): FieldError[] => [
  ...requireFields(path, source, 'name'),
  ...validateKeys(path.child('items'), source.items),
];

/** C-201. */
const validateToken = (path: FieldPath, token: ServiceAccountTokenProjection): FieldError[] => [
  ...requireFields(path, token, 'path'),
  ...validateFilePath(path.child('path'), token.path ?? ''),
  ...validateRange(path.child('expirationSeconds'), token.expirationSeconds, TOKEN_SECONDS.low, TOKEN_SECONDS.high),
];

/** One bundle by name, or all of a signer that a selector picks. */
function validateTrustBundle(path: FieldPath, bundle: ClusterTrustBundleProjection): FieldError[] {
  const { name, signerName, labelSelector } = bundle;
  const errors = [
    ...requireFields(path, bundle, 'path'),
    ...validateFilePath(path.child('path'), bundle.path ?? ''),
    ...validateLabelSelector(labelSelector, path.child('labelSelector')),
  ];
  if ((name === undefined) === (signerName === undefined)) {
    errors.push(fieldError.required(path, 'either name or signerName must be specified, but not both'));
  } else if (name !== undefined && labelSelector) {
    errors.push(fieldError.forbidden(path.child('labelSelector'), 'only a signerName can be used with a selector'));
  }
  return errors;
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

function filesOf(source: VolumeProjection): string[] {
  const items = [source.secret, source.configMap, source.downwardAPI].flatMap((member) => member?.items ?? []);
  const single = [source.serviceAccountToken?.path, source.clusterTrustBundle?.path];
  return [...items.map(({ path }) => path), ...single].filter((file): file is string => Boolean(file));
}
