import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateEphemeral } from './claim-sources.validation.js';
import {
  validateAwsElasticBlockStore,
  validateAzureDisk,
  validateAzureFile,
  validateGcePersistentDisk,
} from './cloud-disk-sources.validation.js';
import { validateFlexVolume, validateInlineCsi } from './driver-sources.validation.js';
import {
  validateCephfs,
  validateFc,
  validateFlocker,
  validateGlusterfs,
  validateIscsi,
  validateNfs,
  validateRbd,
} from './network-sources.validation.js';
import { validateEmptyDir, validateGitRepo, validateHostPath, validateImage } from './node-local-sources.validation.js';
import {
  validateConfigMapSource,
  validateDownwardApiSource,
  validateProjected,
  validateSecretSource,
} from './projected-sources.validation.js';
import { validateQuobyte, validateScaleIo, validateStorageOs } from './storage-system-sources.validation.js';
import type { Volume, VolumeSource } from './volume.js';

/** One rule per volume source; the compiler requires a line for each source. */
export type SourceRules<T> = {
  readonly [K in keyof T]-?: (path: FieldPath, source: NonNullable<T[K]>, vocabulary: Vocabulary) => FieldError[];
};

const RULES: SourceRules<VolumeSource> = {
  hostPath: validateHostPath,
  emptyDir: validateEmptyDir,
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  gitRepo: validateGitRepo,
  secret: validateSecretSource,
  nfs: validateNfs,
  iscsi: validateIscsi,
  glusterfs: validateGlusterfs,
  persistentVolumeClaim: (path, source) => requireFields(path, source, 'claimName'),
  rbd: validateRbd,
  flexVolume: validateFlexVolume,
  cinder: (path, source) => requireFields(path, source, 'volumeID'),
  cephfs: validateCephfs,
  flocker: validateFlocker,
  downwardAPI: validateDownwardApiSource,
  fc: validateFc,
  azureFile: validateAzureFile,
  configMap: validateConfigMapSource,
  vsphereVolume: (path, source) => requireFields(path, source, 'volumePath'),
  quobyte: validateQuobyte,
  azureDisk: validateAzureDisk,
  photonPersistentDisk: (path, source) => requireFields(path, source, 'pdID'),
  projected: validateProjected,
  portworxVolume: (path, source) => requireFields(path, source, 'volumeID'),
  scaleIO: validateScaleIo,
  storageos: validateStorageOs,
  csi: validateInlineCsi,
  ephemeral: validateEphemeral,
  image: validateImage,
};

/** Names are labels, each once, and each volume has one source (A-339, C-187). */
export function validateVolumes(
  path: FieldPath,
  volumes: readonly Volume[] = [],
  vocabulary: Vocabulary,
): FieldError[] {
  const seen = new Set<string>();
  return volumes.flatMap((volume, index) => {
    const at = path.index(index);
    const repeated = seen.has(volume.name) ? [fieldError.duplicate(at.child('name'), volume.name)] : [];
    seen.add(volume.name);
    return [
      ...requireName(at.child('name'), volume.name, 'dns-label'),
      ...repeated,
      ...validateOneSource(at, volume, RULES, vocabulary),
    ];
  });
}

/** Exactly one source, and that one well formed. */
export function validateOneSource<T extends object>(
  path: FieldPath,
  holder: T,
  rules: SourceRules<T> | Partial<SourceRules<T>>,
  vocabulary: Vocabulary,
): FieldError[] {
  const table = rules as Readonly<Record<string, (path: FieldPath, source: unknown, v: Vocabulary) => FieldError[]>>;
  const sources = Object.entries(holder).filter(([name, source]) => Object.hasOwn(table, name) && source !== undefined);
  const [first, ...others] = sources;
  if (!first) return [fieldError.required(path, 'must specify a volume type')];
  return [
    ...table[first[0]]!(path.child(first[0]), first[1], vocabulary),
    ...others.map(([name]) => fieldError.forbidden(path.child(name), 'may not specify more than 1 volume type')),
  ];
}
