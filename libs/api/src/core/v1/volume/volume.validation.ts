import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
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

/** In the order in which kube-apiserver looks at them: of several, the first is validated and the others are refused. */
const RULES: SourceRules<VolumeSource> = {
  emptyDir: validateEmptyDir,
  hostPath: validateHostPath,
  gitRepo: validateGitRepo,
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  secret: validateSecretSource,
  nfs: validateNfs,
  iscsi: validateIscsi,
  glusterfs: validateGlusterfs,
  flocker: validateFlocker,
  persistentVolumeClaim: (path, source) => requireFields(path, source, 'claimName'),
  rbd: validateRbd,
  cinder: (path, source) => [
    ...requireFields(path, source, 'volumeID'),
    ...(source.secretRef ? requireFields(path.child('secretRef'), source.secretRef, 'name') : []),
  ],
  cephfs: validateCephfs,
  quobyte: validateQuobyte,
  downwardAPI: validateDownwardApiSource,
  fc: validateFc,
  flexVolume: validateFlexVolume,
  configMap: validateConfigMapSource,
  azureFile: validateAzureFile,
  vsphereVolume: (path, source) => requireFields(path, source, 'volumePath'),
  photonPersistentDisk: (path, source) => requireFields(path, source, 'pdID'),
  portworxVolume: (path, source) => requireFields(path, source, 'volumeID'),
  azureDisk: validateAzureDisk,
  storageos: validateStorageOs,
  projected: validateProjected,
  scaleIO: validateScaleIo,
  csi: validateInlineCsi,
  ephemeral: validateEphemeral,
  image: validateImage,
};

/** What kube-apiserver calls some sources in the paths of its errors: inside the source, and where it is one too many. */
const SOURCE_PATHS: Readonly<Record<string, string>> = { gcePersistentDisk: 'persistentDisk' };
const SURPLUS_PATHS: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Volumes that are well formed, by name: only these can be mounted. */
export type SoundVolumes = ReadonlyMap<string, Volume>;

/** Characters of the name of a pod that names of claims are made of. Longer names are refused: they would be copied for each volume. */
const MAX_POD_NAME = 256;

/** Names are labels, each once, and each volume has one source (A-339, C-187). @param nameOfPod absent in a template. */
export function checkVolumes(
  path: FieldPath,
  volumes: readonly Volume[] = [],
  vocabulary: Vocabulary,
  nameOfPod: string | undefined,
): { readonly errors: readonly FieldError[]; readonly sound: SoundVolumes } {
  const podName = nameOfPod?.slice(0, MAX_POD_NAME);
  const sound = new Map<string, Volume>();
  const made = new Set(
    podName ? volumes.filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podName}-${name}`) : [],
  );
  const errors: FieldError[] = [];
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const faults = [
      ...validateOneSource(at, volume, RULES, vocabulary),
      ...validateIscsiLength(at, volume),
      ...validateClaimName(at, volume, podName),
      ...requireName(at.child('name'), volume.name, 'dns-label'),
      ...(sound.has(volume.name) ? [fieldError.duplicate(at.child('name'), volume.name)] : []),
    ];
    if (faults.length === 0) sound.set(volume.name, volume);
    else for (const fault of faults) errors.push(fault); // a volume can have more than a call can take
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim && made.has(claim)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      errors.push(fieldError.invalid(at.child('persistentVolumeClaim').child('claimName'), claim, detail));
    }
  }
  return { errors, sound };
}

/** Characters of the name of a volume and its portal together, from which the node makes the name of an initiator. */
const MAX_INITIATOR_LENGTH = 64;

function validateIscsiLength(path: FieldPath, { name = '', iscsi }: Partial<Volume>): FieldError[] {
  if (iscsi?.initiatorName === undefined) return [];
  if (`${name}:${iscsi.targetPortal ?? ''}`.length <= MAX_INITIATOR_LENGTH) return [];
  const detail =
    `Total length of <volume name>:<iscsi.targetPortal> must be under ${MAX_INITIATOR_LENGTH} characters ` +
    'if iscsi.initiatorName is specified.';
  return [fieldError.invalid(path.child('name'), name, detail)];
}

/** The claim of an ephemeral volume is named after pod and volume; that must be a valid name (C-197). */
function validateClaimName(path: FieldPath, { name, ephemeral }: Volume, podName: string | undefined): FieldError[] {
  if (!ephemeral || !podName || !name) return [];
  const claim = `${podName}-${name}`;
  return validateName('dns-subdomain', claim).map((fault) =>
    fieldError.invalid(path.child('name'), name, `PVC name ${JSON.stringify(claim)}: ${fault}`),
  );
}

/** Exactly one source, and that one well formed. */
export function validateOneSource<T extends object>(
  path: FieldPath,
  holder: T,
  rules: SourceRules<T> | Partial<SourceRules<T>>,
  vocabulary: Vocabulary,
): FieldError[] {
  const table = rules as Readonly<Record<string, (path: FieldPath, source: unknown, v: Vocabulary) => FieldError[]>>;
  const sources = holder as Readonly<Record<string, unknown>>;
  const [first, ...others] = Object.keys(table).filter((name) => sources[name] !== undefined);
  if (first === undefined) return [fieldError.required(path, 'must specify a volume type')];
  return [
    ...table[first]!(path.child(SOURCE_PATHS[first] ?? first), sources[first], vocabulary),
    ...others.map((name) =>
      fieldError.forbidden(path.child(SURPLUS_PATHS[name] ?? name), 'may not specify more than 1 volume type'),
    ),
  ];
}
