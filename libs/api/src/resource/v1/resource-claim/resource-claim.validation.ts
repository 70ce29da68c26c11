import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { validateConditions } from '../../../validation/conditions.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkCidr } from '../../../validation/ip-values.js';
import { validatePresent } from '../../../validation/values.js';
import { deviceIdText, validateAllocation, validateDeviceId } from '../device-allocation.validation.js';
import { validateRawObject } from '../device-configuration.validation.js';
import { requestNamesOf } from '../device-requests.validation.js';
import { ITSELF, validateSet } from '../validated-lists.js';
import type { AllocatedDeviceStatus, NetworkDeviceData, ResourceClaim } from './resource-claim.types.js';

const STATUS = FieldPath.of('status');
const MAX_USERS = 256;
const MAX_CONDITIONS = 8;
const MAX_IPS = 16;
const MAX_INTERFACE_LENGTH = 256;
const MAX_ADDRESS_LENGTH = 128;

/** An allocation cannot be changed, only removed; who may use it is added only while the claim is allocated and not terminating. */
export function validateClaimStatus({ metadata, spec, status = {} }: ResourceClaim, old: ResourceClaim): FieldError[] {
  const { allocation, reservedFor, devices } = status;
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceIdText));
  const at = STATUS.child('allocation');
  return [
    ...validateSet(
      STATUS.child('reservedFor'),
      reservedFor,
      MAX_USERS,
      (item, user) => (['resource', 'name', 'uid'] as const).flatMap((f) => validatePresent(item.child(f), user[f])),
      ({ uid }) => ['uid', uid],
    ),
    ...validateSet(
      STATUS.child('devices'),
      devices,
      Infinity,
      (item, device) => validateDeviceStatus(item, device, allocated),
      (device) => ['deviceID', deviceIdText(device)],
    ),
    ...validateUsers(status, old, metadata.deletionTimestamp !== undefined),
    ...(allocation && old.status?.allocation
      ? validateUnchanged(STATUS, status, old.status, ['allocation'])
      : allocation
        ? validateAllocation(at, allocation, requestNamesOf(spec?.devices ?? {}))
        : []),
  ];
}

function validateUsers(
  { reservedFor = [], allocation }: NonNullable<ResourceClaim['status']>,
  old: ResourceClaim,
  isTerminating: boolean,
): FieldError[] {
  const at = STATUS.child('reservedFor');
  if (reservedFor.length === 0) return [];
  if (!allocation) return [fieldError.forbidden(at, 'may not be specified when `allocated` is not set')];
  const known = new Set((old.status?.reservedFor ?? []).map(({ uid }) => uid));
  return isTerminating && reservedFor.some(({ uid }) => !known.has(uid))
    ? [
        fieldError.forbidden(
          at,
          'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
        ),
      ]
    : [];
}

function validateDeviceStatus(
  path: FieldPath,
  device: AllocatedDeviceStatus,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const { conditions, data, networkData } = device;
  const at = path.child('conditions');
  return [
    ...validateDeviceId(path, device),
    ...(allocated.has(deviceIdText(device))
      ? []
      : [fieldError.invalid(path, deviceIdText(device), 'must be an allocated device in the claim')]),
    ...((conditions?.length ?? 0) > MAX_CONDITIONS ? [fieldError.tooMany(at, conditions!.length, MAX_CONDITIONS)] : []),
    ...validateConditions(at, conditions),
    ...(data ? validateRawObject(path.child('data'), data) : []),
    ...(networkData ? validateNetwork(path.child('networkData'), networkData) : []),
  ];
}

function validateNetwork(path: FieldPath, { interfaceName, hardwareAddress, ips }: NetworkDeviceData): FieldError[] {
  const limit = (field: string, text = '', most: number): FieldError[] =>
    text.length > most ? [fieldError.tooLong(path.child(field), most)] : [];
  return [
    ...limit('interfaceName', interfaceName, MAX_INTERFACE_LENGTH),
    ...limit('hardwareAddress', hardwareAddress, MAX_ADDRESS_LENGTH),
    ...validateSet(path.child('ips'), ips, MAX_IPS, checkCidr, ITSELF),
  ];
}
