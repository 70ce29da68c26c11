import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  AzureFileVolumeSource,
  GCEPersistentDiskVolumeSource,
} from './cloud-disk-sources.js';

const validatePartition = (path: FieldPath, source: { partition?: number }): FieldError[] => {
  const { partition = 0 } = source;
  // Absent is 0, which means the whole disk; the text is kube-apiserver's.
  return partition === 0 ? [] : validateRange(path.child('partition'), partition, 1, 255);
};

/** C-192, C-194. */
export const validateGcePersistentDisk = (path: FieldPath, source: GCEPersistentDiskVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'pdName'),
  ...validatePartition(path, source),
];

/** A-355, C-194. */
export const validateAwsElasticBlockStore = (
  path: FieldPath,
  source: AWSElasticBlockStoreVolumeSource,
): FieldError[] => [...requireFields(path, source, 'volumeID'), ...validatePartition(path, source)];

const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';

/** A managed disk is a resource of the subscription, any other a blob. */
function validateDiskUri(path: FieldPath, { kind, diskURI }: AzureDiskVolumeSource): FieldError[] {
  if (kind === undefined) return [];
  const [prefix, form] = kind === 'Managed' ? ['/subscriptions/', MANAGED_URI] : ['https://', BLOB_URI];
  return diskURI?.startsWith(prefix) ? [] : [fieldError.notSupported(path, diskURI ?? '', [form])];
}

/** A-356..A-358. */
export const validateAzureDisk = (path: FieldPath, source: AzureDiskVolumeSource): FieldError[] => [
  ...requireFields(path, source, 'diskName', 'diskURI'),
  ...validateDiskUri(path.child('diskURI'), source),
  ...validateOneOf(path.child('cachingMode'), source.cachingMode, ['None', 'ReadOnly', 'ReadWrite']),
  ...validateOneOf(path.child('kind'), source.kind, ['Dedicated', 'Managed', 'Shared']),
];

/** */
export const validateAzureFile = (path: FieldPath, source: AzureFileVolumeSource): FieldError[] =>
  requireFields(path, source, 'secretName', 'shareName');

export const validateAzureFilePersistent = (path: FieldPath, source: AzureFilePersistentVolumeSource): FieldError[] => [
  ...validateAzureFile(path, source),
  ...(source.secretNamespace === '' ? [fieldError.required(path.child('secretNamespace'))] : []),
];
