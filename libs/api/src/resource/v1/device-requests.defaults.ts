import type { DeviceClaim, DeviceSubRequest, ExactDeviceRequest } from './device-requests.js';

/** One device for each request that asks for no other number. */
export function withRequestDefaults(claim: DeviceClaim): DeviceClaim {
  return {
    ...claim,
    ...(claim.requests
      ? {
          requests: claim.requests.map(({ exactly, firstAvailable, ...request }) => ({
            ...request,
            ...(exactly ? { exactly: withCount(exactly) } : {}),
            ...(firstAvailable ? { firstAvailable: firstAvailable.map(withCount) } : {}),
          })),
        }
      : {}),
  };
}

function withCount<T extends ExactDeviceRequest | DeviceSubRequest>(request: T): T {
  const allocationMode = request.allocationMode || 'ExactCount';
  const count = allocationMode === 'ExactCount' ? request.count || 1 : request.count;
  return { ...request, allocationMode, ...(count === undefined ? {} : { count }) };
}
