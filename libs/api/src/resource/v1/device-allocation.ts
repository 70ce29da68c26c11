import { DeviceToleration } from './device-requests.js';
import { DeviceAllocationConfiguration } from './device-configuration.js';
import { NodeSelector } from '../../core/v1/node-selector.js';
import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';

@Struct('resource.v1.DeviceRequestAllocationResult', { since: 34, description: 'One allocated device.' })
export class DeviceRequestAllocationResult {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the request, or `request/subrequest`.' })
  request: string;
  @Field(2, 'string', { required: true, since: 34, description: 'Name of the driver.' })
  driver: string;
  @Field(3, 'string', { required: true, since: 34, description: 'Name of the pool.' })
  pool: string;
  @Field(4, 'string', { required: true, since: 34, description: 'Name of the device within its pool.' })
  device: string;
  @Field(5, 'bool', {
    pointer: true,
    featureGate: 'DRAAdminAccess',
    since: 34,
    description: 'Allocated for monitoring.',
  })
  adminAccess?: boolean;
  @Field(6, listOf(() => DeviceToleration), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 34,
    description: 'Tolerations of the request.',
  })
  tolerations?: DeviceToleration[];
  @Field(7, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Binding conditions of the device.',
  })
  bindingConditions?: string[];
  @Field(8, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Binding failure conditions of the device.',
  })
  bindingFailureConditions?: string[];
  @Field(9, 'string', {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Identifies a share of a device that is allocated several times.',
  })
  shareID?: string;
  @Field(10, mapOf('quantity'), {
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Consumed amounts by name of the capacity.',
  })
  consumedCapacity?: Record<string, string>;
}

@Struct('resource.v1.DeviceAllocationResult', { since: 34, description: 'Allocated devices and their configuration.' })
export class DeviceAllocationResult {
  @Field(1, listOf(() => DeviceRequestAllocationResult), {
    listType: 'atomic',
    since: 34,
    description: 'Allocated devices. At most 32.',
  })
  results?: DeviceRequestAllocationResult[];
  @Field(2, listOf(() => DeviceAllocationConfiguration), {
    listType: 'atomic',
    since: 34,
    description: 'Configuration from classes and claim, in order of precedence.',
  })
  config?: DeviceAllocationConfiguration[];
}

@Struct('resource.v1.AllocationResult', { since: 34, description: 'Devices that a claim was allocated.' })
export class AllocationResult {
  @Field(1, () => DeviceAllocationResult, { since: 34, description: 'The devices and their configuration.' })
  devices?: DeviceAllocationResult;
  @Field(3, () => NodeSelector, {
    pointer: true,
    since: 34,
    description: 'Nodes with access to the devices. Absent: all.',
  })
  nodeSelector?: NodeSelector;
  @Field(5, 'time', {
    pointer: true,
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Time of the allocation.',
  })
  allocationTimestamp?: string;
}
