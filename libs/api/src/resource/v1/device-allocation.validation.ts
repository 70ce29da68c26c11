import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateNodeSelector } from '../../core/v1/node-selector.validation.js';
import { validateDriverName } from '../../core/v1/volume/driver-sources.validation.js';
import type { AllocationResult } from './device-allocation.js';
import type { DeviceAllocationConfiguration } from './device-configuration.js';
import { validateConfiguration } from './device-configuration.validation.js';
import { validateDnsLabel, validatePoolName } from './device-names.validation.js';
import { MAX_DEVICE_ITEMS, validateReference, type RequestNames } from './device-requests.validation.js';
import { ITSELF, validateItems, validateSet } from './validated-lists.js';

const SOURCES = ['FromClaim', 'FromClass'];

/** Names of a device: of its driver, its pool and itself. */
export interface DeviceId {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** `driver/pool/device`. */
export const deviceIdText = ({ driver, pool, device }: DeviceId): string => `${driver}/${pool}/${device}`;

export const validateDeviceId = (path: FieldPath, { driver, pool, device }: DeviceId): FieldError[] => [
  ...validateDriverName(path.child('driver'), driver),
  ...validatePoolName(path.child('pool'), pool),
  ...validateDnsLabel(path.child('device'), device),
];

/** A new result; an existing one never changes. */
export function validateAllocation(path: FieldPath, allocation: AllocationResult, names: RequestNames): FieldError[] {
  const devices = path.child('devices');
  const { results, config } = allocation.devices ?? {};
  return [
    ...validateItems(devices.child('results'), results, MAX_DEVICE_ITEMS, (item, result) => [
      ...validateReference(item.child('request'), result.request, names),
      ...validateDeviceId(item, result),
    ]),
    // Of classes and of the claim.
    ...validateItems(devices.child('config'), config, 2 * MAX_DEVICE_ITEMS, (item, configuration) =>
      validateAllocated(item, configuration, names),
    ),
    ...(allocation.nodeSelector ? validateNodeSelector(path.child('nodeSelector'), allocation.nodeSelector) : []),
  ];
}

const validateAllocated = (
  path: FieldPath,
  config: DeviceAllocationConfiguration,
  names: RequestNames,
): FieldError[] => [
  ...validateSource(path.child('source'), config.source),
  ...validateSet(
    path.child('requests'),
    config.requests,
    MAX_DEVICE_ITEMS,
    (item, name) => validateReference(item, name, names),
    ITSELF,
  ),
  ...validateConfiguration(path, config),
];

function validateSource(path: FieldPath, source = ''): FieldError[] {
  if (source === '') return [fieldError.required(path)];
  return SOURCES.includes(source) ? [] : [fieldError.notSupported(path, source, SOURCES)];
}
