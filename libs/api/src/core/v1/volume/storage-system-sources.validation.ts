import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type {
  QuobyteVolumeSource,
  ScaleIOPersistentVolumeSource,
  ScaleIOVolumeSource,
} from './storage-system-sources.js';

/** */
export function validateQuobyte(path: FieldPath, source: QuobyteVolumeSource): FieldError[] {
  const errors = requireFields(path, source, 'registry', 'volume');
  const { registry } = source;
  if (registry && !registry.split(',').every(isHostAndPort)) {
    errors.push(
      fieldError.invalid(
        path.child('registry'),
        registry,
        'must be a host:port pair or multiple pairs separated by commas',
      ),
    );
  }
  return errors;
}

function isHostAndPort(text: string): boolean {
  const colon = text.lastIndexOf(':');
  return colon > 0 && colon < text.length - 1;
}

/** C-193. */
export const validateScaleIo = (
  path: FieldPath,
  source: ScaleIOVolumeSource | ScaleIOPersistentVolumeSource,
): FieldError[] => [
  ...requireFields(path, source, 'gateway', 'system', 'secretRef', 'volumeName'),
  ...validateOneOf(path.child('storageMode'), source.storageMode, ['ThickProvisioned', 'ThinProvisioned']),
];

/** C-193. */
export const validateStorageOs = (path: FieldPath, source: { volumeName?: string }): FieldError[] =>
  requireFields(path, source, 'volumeName');
