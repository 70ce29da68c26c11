import type { StructDifferences } from '../../definition/struct-version.js';

/** Fields that came with v1: older versions got them in the same release. */
const FIELDS = [
  'AllocatedDeviceStatus.shareID',
  'AllocationResult.allocationTimestamp',
  'CapacityRequestPolicy.default',
  'CapacityRequestPolicy.validRange',
  'CapacityRequestPolicy.validValues',
  'CapacityRequestPolicyRange.max',
  'CapacityRequestPolicyRange.min',
  'CapacityRequestPolicyRange.step',
  'CapacityRequirements.requests',
  'Device.allowMultipleAllocations',
  'Device.bindingConditions',
  'Device.bindingFailureConditions',
  'Device.bindsToNode',
  'DeviceCapacity.requestPolicy',
  'DeviceClassSpec.extendedResourceName',
  'DeviceConstraint.distinctAttribute',
  'DeviceRequestAllocationResult.bindingConditions',
  'DeviceRequestAllocationResult.bindingFailureConditions',
  'DeviceRequestAllocationResult.consumedCapacity',
  'DeviceRequestAllocationResult.shareID',
  'DeviceSubRequest.capacity',
  'ExactDeviceRequest.capacity',
];
const STRUCTS = ['CapacityRequestPolicy', 'CapacityRequestPolicyRange', 'CapacityRequirements'];

const sameRelease = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { since: 34 }]));

/** Of structs and fields of v1 that older versions have in another release than the rest of theirs. */
export const NEWER: Required<Pick<StructDifferences, 'fields' | 'structs'>> = {
  fields: sameRelease(FIELDS),
  structs: sameRelease(STRUCTS),
};
