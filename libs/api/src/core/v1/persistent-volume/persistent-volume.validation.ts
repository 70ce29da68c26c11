import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { sameJson } from '../../../validation/json-equality.js';
import { checkName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf, validatePositive } from '../../../validation/values.js';
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

const RULES: SourceRules<PersistentVolumeSource> = {
  gcePersistentDisk: validateGcePersistentDisk,
  awsElasticBlockStore: validateAwsElasticBlockStore,
  hostPath: validateHostPath,
  glusterfs: validateGlusterfsPersistent,
  nfs: validateNfs,
  rbd: validateRbd,
  iscsi: validateIscsi,
  cinder: (path, source) => [
    ...requireFields(path, source, 'volumeID'),
    ...validateSecretReference(path.child('secretRef'), source.secretRef),
  ],
  cephfs: validateCephfs,
  fc: validateFc,
  flocker: validateFlocker,
  flexVolume: validateFlexVolume,
  azureFile: validateAzureFilePersistent,
  vsphereVolume: (path, source) => requireFields(path, source, 'volumePath'),
  quobyte: validateQuobyte,
  azureDisk: validateAzureDisk,
  photonPersistentDisk: (path, source) => requireFields(path, source, 'pdID'),
  portworxVolume: (path, source) => requireFields(path, source, 'volumeID'),
  scaleIO: validateScaleIo,
  local: validateLocal,
  storageos: validateStorageOs,
  csi: validatePersistentCsi,
};
const SOURCES = Object.keys(RULES) as readonly (keyof PersistentVolumeSource)[];

/** A-325..A-337, C-181..C-186. */
export function validateVolume({ spec = {} }: PersistentVolume, vocabulary: Vocabulary): FieldError[] {
  const affinity = SPEC.child('nodeAffinity');
  return [
    ...validateAccessModes(SPEC.child('accessModes'), spec.accessModes, 'at least 1 access mode is required'),
    ...validateCapacity(spec),
    ...validateOneSource(SPEC, spec, RULES, vocabulary),
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

/** Recycling deletes the content of a path. */
const isRoot = (path: string | undefined): boolean => path !== undefined && /^\/+$/.test(path);

/** Storage, more than none of it, and nothing else (C-181). */
function validateCapacity({ capacity = {} }: PersistentVolumeSpec): FieldError[] {
  const path = SPEC.child('capacity');
  const names = Object.keys(capacity);
  if (names.length === 0) return [fieldError.required(path)];
  if (names.length > 1 || names[0] !== 'storage') {
    return [fieldError.notSupported(path, names.join(','), ['storage'])];
  }
  return validatePositive(path.key('storage'), capacity['storage']);
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
  if (spec.volumeMode !== before.volumeMode) {
    errors.push(fieldError.invalid(SPEC.child('volumeMode'), spec.volumeMode, 'field is immutable'));
  }
  if (before.nodeAffinity && !sameJson(spec.nodeAffinity, before.nodeAffinity)) {
    errors.push(fieldError.invalid(SPEC.child('nodeAffinity'), spec.nodeAffinity, 'field is immutable'));
  }
  return errors;
}
