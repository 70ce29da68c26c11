import { fieldError, FieldPath, goMap, goString, goValue, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf, validatePositive, validateSound } from '../../../validation/values.js';
import { validateNodeSelector } from '../node-selector.validation.js';
import { validateAccessModes, VOLUME_MODES } from '../volume/access-modes.js';
import {
  validateAwsElasticBlockStore,
  validateAzureDisk,
  validateAzureFilePersistent,
  validateGcePersistentDisk,
} from '../volume/cloud-disk-sources.validation.js';
import {
  validateFlexVolume,
  validatePersistentCsi,
  validateSecretReference,
} from '../volume/driver-sources.validation.js';
import {
  validateCephfs,
  validateFc,
  validateFlocker,
  validateGlusterfsPersistent,
  validateIscsi,
  validateNfs,
  validateRbd,
} from '../volume/network-sources.validation.js';
import { validateHostPath, validateLocal } from '../volume/node-local-sources.validation.js';
import { validateQuobyte, validateScaleIo, validateStorageOs } from '../volume/storage-system-sources.validation.js';
import { validateOneSource, type SourceRules } from '../volume/volume.validation.js';
import type { PersistentVolume, PersistentVolumeSource, PersistentVolumeSpec } from './persistent-volume.types.js';

const SPEC = FieldPath.of('spec');
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

/** In the order of kube-apiserver, as those of a pod's volumes. */
export const PERSISTENT_SOURCE_RULES: SourceRules<PersistentVolumeSource> = {
  hostPath: validateHostPath,
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  glusterfs: validateGlusterfsPersistent,
  flocker: validateFlocker,
  nfs: validateNfs,
  rbd: validateRbd,
  quobyte: validateQuobyte,
  cephfs: validateCephfs,
  iscsi: (path, source) => [
    ...validateIscsi(path, source),
    ...(source.secretRef ? requireFields(path.child('secretRef'), source.secretRef, 'name') : []),
  ],
  cinder: (path, source) => [
    ...requireFields(path, source, 'volumeID'),
    ...validateSecretReference(path.child('secretRef'), source.secretRef),
  ],
  fc: validateFc,
  flexVolume: validateFlexVolume,
  azureFile: validateAzureFilePersistent,
  vsphereVolume: (path, source) => requireFields(path, source, 'volumePath'),
  photonPersistentDisk: (path, source) => requireFields(path, source, 'pdID'),
  portworxVolume: (path, source) => requireFields(path, source, 'volumeID'),
  azureDisk: validateAzureDisk,
  scaleIO: validateScaleIo,
  local: validateLocal,
  storageos: (path, source) => [
    ...validateStorageOs(path, source),
    ...(source.secretRef ? requireFields(path.child('secretRef'), source.secretRef, 'namespace') : []),
  ],
  csi: validatePersistentCsi,
};
const SOURCES = Object.keys(PERSISTENT_SOURCE_RULES) as readonly (keyof PersistentVolumeSource)[];

/** A-325..A-337, C-181..C-186. */
export function validateVolume({ spec = {} }: PersistentVolume, vocabulary: Vocabulary): FieldError[] {
  const affinity = SPEC.child('nodeAffinity');
  return [
    ...validateAccessModes(SPEC.child('accessModes'), spec.accessModes, ''),
    ...validateCapacity(spec),
    ...validateOneSource(SPEC, spec, PERSISTENT_SOURCE_RULES, vocabulary),
    ...validateOneOf(SPEC.child('persistentVolumeReclaimPolicy'), spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES),
    ...validateOneOf(SPEC.child('volumeMode'), spec.volumeMode, VOLUME_MODES),
    ...checkName(SPEC.child('storageClassName'), spec.storageClassName, 'dns-subdomain'),
    ...checkName(SPEC.child('volumeAttributesClassName'), spec.volumeAttributesClassName, 'dns-subdomain'),
    ...(spec.nodeAffinity?.required
      ? validateNodeSelector(affinity.child('required'), spec.nodeAffinity.required)
      : []),
    ...(spec.nodeAffinity && !spec.nodeAffinity.required
      ? [fieldError.required(affinity.child('required'), 'must specify required node constraints')]
      : []),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' && isRoot(spec.hostPath?.path)
      ? [
          fieldError.forbidden(
            SPEC.child('persistentVolumeReclaimPolicy'),
            "may not be 'recycle' for a hostPath mount of '/'",
          ),
        ]
      : []),
    ...(spec.local && !spec.nodeAffinity ? [fieldError.required(affinity, 'Local volume requires node affinity')] : []),
  ];
}

/** Recycling deletes the content of a path. Whether it is that of everything. */
function isRoot(path = ''): boolean {
  if (!path.startsWith('/')) return false;
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth = Math.max(0, depth - 1);
    else if (part !== '' && part !== '.') depth += 1;
  }
  return depth === 0;
}

const goResourceList = goMap('core.ResourceList', goString);

/** Storage, more than none of it, and nothing else (C-181). */
function validateCapacity({ capacity: shown }: PersistentVolumeSpec): FieldError[] {
  const capacity = shown ?? {};
  const path = SPEC.child('capacity');
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [fieldError.required(path)] : []),
    ...(names.length === 1 && names[0] === 'storage'
      ? []
      : [fieldError.notSupported(path, goValue(goResourceList, shown), ['storage'])]),
    ...names.flatMap((name) => [
      ...validateSound(path.key(name), capacity[name]!),
      ...validatePositive(path.key(name), capacity[name]),
    ]),
  ];
}

/** Where the data is does not change, nor how it is shown; affinity may be given once (C-184). */
export function validateVolumeUpdate(
  { spec = {} }: PersistentVolume,
  { spec: before = {} }: PersistentVolume,
): FieldError[] {
  const errors: FieldError[] = [];
  if (SOURCES.some((name) => !sameJson(spec[name], before[name]))) {
    errors.push(
      fieldError.forbidden(
        SPEC.child('persistentvolumesource'),
        'spec.persistentvolumesource is immutable after creation',
      ),
    );
  }
  // Kube-apiserver leaves the spec out of these paths.
  if (spec.volumeMode !== before.volumeMode) {
    errors.push(fieldError.invalid(FieldPath.of('volumeMode'), spec.volumeMode, 'field is immutable'));
  }
  if (before.nodeAffinity && !sameJson(spec.nodeAffinity, before.nodeAffinity)) {
    const detail = 'field is immutable, except for updating from beta label to GA';
    errors.push(fieldError.invalid(FieldPath.of('nodeAffinity'), spec.nodeAffinity, detail));
  }
  return errors;
}
