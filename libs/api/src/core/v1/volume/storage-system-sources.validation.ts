import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkName, requireName } from '../../../validation/names.js';
import { faultsOfParts } from '../../../validation/parts-of-text.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type {
  QuobyteVolumeSource,
  ScaleIOPersistentVolumeSource,
  ScaleIOVolumeSource,
  StorageOSPersistentVolumeSource,
  StorageOSVolumeSource,
} from './storage-system-sources.js';

/** Of the name of a tenant, in characters. */
const MAX_TENANT_LENGTH = 64;

/** */
export function validateQuobyte(path: FieldPath, source: QuobyteVolumeSource): FieldError[] {
  return [...validateRegistry(path, source), ...requireFields(path, source, 'volume')];
}

function validateRegistry(path: FieldPath, { registry, tenant = '' }: QuobyteVolumeSource): FieldError[] {
  const at = path.child('registry');
  const detail = 'must be a host:port pair or multiple pairs separated by commas';
  if (!registry) return [fieldError.required(at, detail)];
  if (tenant.length > MAX_TENANT_LENGTH) {
    const limit = `must be a UUID and may not exceed a length of ${MAX_TENANT_LENGTH} characters`;
    return [fieldError.required(path.child('tenant'), limit)];
  }
  return faultsOfParts(registry, ',', (pair) =>
    isHostAndPort(pair) ? [] : [fieldError.invalid(at, registry, detail)],
  );
}

function isHostAndPort(text: string): boolean {
  const colon = text.lastIndexOf(':');
  return colon > 0 && colon < text.length - 1;
}

/** C-193: where the secret is optional, so is a known mode. */
export const validateScaleIo = (
  path: FieldPath,
  source: ScaleIOVolumeSource | ScaleIOPersistentVolumeSource,
  { answers }: Vocabulary,
): FieldError[] => [
  ...requireFields(path, source, 'gateway', 'system', 'volumeName'),
  ...(answers.rulesOfFields === 'specified'
    ? [
        ...requireFields(path, source, 'secretRef'),
        ...validateOneOf(path.child('storageMode'), source.storageMode, ['ThickProvisioned', 'ThinProvisioned']),
      ]
    : []),
];

/** C-193. */
export const validateStorageOs = (
  path: FieldPath,
  source: StorageOSVolumeSource | StorageOSPersistentVolumeSource,
): FieldError[] => [
  ...requireName(path.child('volumeName'), source.volumeName, 'dns-label'),
  ...checkName(path.child('volumeNamespace'), source.volumeNamespace, 'dns-label'),
  ...(source.secretRef ? requireFields(path.child('secretRef'), source.secretRef, 'name') : []),
];
