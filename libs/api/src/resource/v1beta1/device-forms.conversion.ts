import type { DeviceClaim, DeviceRequest as StoredRequest } from '../v1/device-requests.js';
import type { Device as StoredDevice } from '../v1/devices.js';
import type { ResourceSliceSpec } from '../v1/resource-slice/resource-slice.types.js';
import type { Device, DeviceRequest } from './beta-structs.js';

/** A claim as v1beta1 has it: a request names its class itself. */
export type BetaClaim = Omit<DeviceClaim, 'requests'> & { readonly requests?: readonly DeviceRequest[] };
/** A slice as v1beta1 has it: what distinguishes a device is one level deeper. */
export type BetaSliceSpec = Omit<ResourceSliceSpec, 'devices'> & { readonly devices?: readonly Device[] };

export const storedClaim = ({ requests, ...claim }: BetaClaim): DeviceClaim => ({
  ...claim,
  ...(requests ? { requests: requests.map(storedRequest) } : {}),
});

export const betaClaim = ({ requests, ...claim }: DeviceClaim): BetaClaim => ({
  ...claim,
  ...(requests ? { requests: requests.map(betaRequest) } : {}),
});

function storedRequest({ name, firstAvailable, deviceClassName = '', ...request }: DeviceRequest): StoredRequest {
  const isExact = deviceClassName !== '' || Object.values(request).some((value) => value !== undefined);
  return {
    name,
    ...(isExact ? { exactly: { deviceClassName, ...request } } : {}),
    ...(firstAvailable ? { firstAvailable } : {}),
  };
}

function betaRequest({ name, exactly, firstAvailable }: StoredRequest): DeviceRequest {
  const { deviceClassName, ...request } = exactly ?? { deviceClassName: '' };
  return {
    name,
    ...(deviceClassName === '' ? {} : { deviceClassName }),
    ...request,
    ...(firstAvailable ? { firstAvailable } : {}),
  };
}

/** Empty names of nodes and false marks are absent ones there. */
export function storedSlice({ devices, nodeName, allNodes, ...spec }: BetaSliceSpec): ResourceSliceSpec {
  return {
    ...spec,
    ...(nodeName ? { nodeName } : {}),
    ...(allNodes ? { allNodes } : {}),
    ...(devices ? { devices: devices.map(({ name, basic }): StoredDevice => ({ name, ...basic })) } : {}),
  };
}

export const betaSlice = ({ devices, ...spec }: ResourceSliceSpec): BetaSliceSpec => ({
  ...spec,
  ...(devices ? { devices: devices.map(({ name, ...basic }): Device => ({ name, basic })) } : {}),
});
