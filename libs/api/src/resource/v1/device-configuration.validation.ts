import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateDriverName } from '../../core/v1/volume/driver-sources.validation.js';
import type { DeviceConfiguration } from './device-configuration.js';

const MAX_PARAMETERS_BYTES = 10 * 1024;

/** Parameters for exactly one driver. @param isStored it was accepted before: the size is not checked again. */
export function validateConfiguration(
  path: FieldPath,
  { opaque }: DeviceConfiguration,
  isStored = false,
): FieldError[] {
  const at = path.child('opaque');
  if (!opaque) return [fieldError.required(at)];
  return [
    ...validateDriverName(at.child('driver'), opaque.driver),
    ...validateRawObject(at.child('parameters'), opaque.parameters, isStored),
  ];
}

/** A JSON object of at most 10 KiB. */
export function validateRawObject(path: FieldPath, value: unknown, isStored = false): FieldError[] {
  if (value === undefined || value === null) return [fieldError.required(path)];
  if (!isStored && Buffer.byteLength(JSON.stringify(value)) > MAX_PARAMETERS_BYTES)
    return [fieldError.tooLong(path, MAX_PARAMETERS_BYTES)];
  return typeof value === 'object' && !Array.isArray(value)
    ? []
    : [fieldError.invalid(path, '<value omitted>', 'parameters must be a valid JSON object')];
}
