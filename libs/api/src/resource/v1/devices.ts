import { DeviceCounterConsumption } from './device-counters.js';
import { NodeSelector } from '../../core/v1/node-selector.js';
import { Field, Struct } from '../../definition/decorators.js';
import { listOf, enumOf, mapOf } from '../../definition/field-type.js';

@Struct('resource.v1.NodeAllocatableResourceMapping', {
  since: 36,
  description: 'How a device counts against an allocatable resource of its node.',
})
export class NodeAllocatableResourceMapping {
  @Field(1, 'string', {
    pointer: true,
    since: 36,
    description: 'Capacity of the device that gives the amount. Absent: one per device.',
  })
  capacityKey?: string;
  @Field(2, 'quantity', { pointer: true, since: 36, description: 'Factor of the amount. Default: 1.' })
  allocationMultiplier?: string;
}

@Struct('resource.v1.CapacityRequestPolicyRange', { since: 34, description: 'A range of amounts.' })
export class CapacityRequestPolicyRange {
  @Field(1, 'quantity', { pointer: true, since: 34, description: 'Smallest amount.' })
  min?: string;
  @Field(2, 'quantity', { pointer: true, since: 34, description: 'Largest amount. Absent: the whole capacity.' })
  max?: string;
  @Field(3, 'quantity', { pointer: true, since: 34, description: 'Distance between accepted amounts, from `min` on.' })
  step?: string;
}

@Struct('resource.v1.CapacityRequestPolicy', {
  since: 34,
  description: 'Amounts of a capacity that requests may consume.',
})
export class CapacityRequestPolicy {
  @Field(1, 'quantity', { pointer: true, since: 34, description: 'Amount for requests that name none.' })
  default?: string;
  @Field(3, listOf('quantity'), {
    listType: 'atomic',
    since: 34,
    description: 'All amounts that are accepted. Excludes `validRange`.',
  })
  validValues?: string[];
  @Field(4, () => CapacityRequestPolicyRange, {
    pointer: true,
    since: 34,
    description: 'Range of accepted amounts. Excludes `validValues`.',
  })
  validRange?: CapacityRequestPolicyRange;
}

@Struct('resource.v1.DeviceCapacity', { since: 34, description: 'A capacity of a device.' })
export class DeviceCapacity {
  @Field(1, 'quantity', { required: true, since: 34, description: 'Total amount.' })
  value: string;
  @Field(2, () => CapacityRequestPolicy, {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'How requests may consume it, if the device can be allocated several times.',
  })
  requestPolicy?: CapacityRequestPolicy;
}

@Struct('resource.v1.DeviceAttribute', {
  since: 34,
  description: 'The value of an attribute. Exactly one field is set.',
})
export class DeviceAttribute {
  @Field(2, 'int64', { pointer: true, since: 34, description: 'A number.' })
  int?: number;
  @Field(3, 'bool', { pointer: true, since: 34, description: 'True or false.' })
  bool?: boolean;
  @Field(4, 'string', { pointer: true, since: 34, description: 'Text of at most 64 characters.' })
  string?: string;
  @Field(5, 'string', { pointer: true, since: 34, description: 'A semantic version of at most 64 characters.' })
  version?: string;
  @Field(6, listOf('int64'), {
    listType: 'atomic',
    featureGate: 'DRAListTypeAttributes',
    since: 36,
    description: 'Numbers.',
  })
  ints?: number[];
  @Field(7, listOf('bool'), {
    listType: 'atomic',
    featureGate: 'DRAListTypeAttributes',
    since: 36,
    description: 'Truth values.',
  })
  bools?: boolean[];
  @Field(8, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRAListTypeAttributes',
    since: 36,
    description: 'Texts.',
  })
  strings?: string[];
  @Field(9, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRAListTypeAttributes',
    since: 36,
    description: 'Semantic versions.',
  })
  versions?: string[];
}

@Struct('resource.v1.DeviceTaint', { since: 34, description: 'Keeps claims off a device unless they tolerate it.' })
export class DeviceTaint {
  @Field(1, 'string', { required: true, since: 34, description: 'Label key.' })
  key: string;
  @Field(2, 'string', { since: 34, description: 'Label value.' })
  value?: string;
  @Field(3, enumOf('NoSchedule', 'NoExecute', 'None'), {
    required: true,
    since: 34,
    description: 'NoSchedule: not allocated; NoExecute: pods that use it are evicted, too.',
  })
  effect: string;
  @Field(4, 'time', { pointer: true, since: 34, description: 'When the taint was added. Default: now.' })
  timeAdded?: string;
}

@Struct('resource.v1.Device', { since: 34, description: 'A device and what distinguishes it.' })
export class Device {
  @Field(1, 'string', { required: true, since: 34, description: 'DNS label, unique within the pool.' })
  name: string;
  @Field(2, mapOf(() => DeviceAttribute), {
    since: 34,
    description: 'Attributes by qualified name. With `capacity` at most 32.',
  })
  attributes?: Record<string, DeviceAttribute>;
  @Field(3, mapOf(() => DeviceCapacity), {
    since: 34,
    description: 'Capacities by qualified name. With `attributes` at most 32.',
  })
  capacity?: Record<string, DeviceCapacity>;
  @Field(4, listOf(() => DeviceCounterConsumption), {
    listType: 'atomic',
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'Shared counters that the device consumes when it is allocated.',
  })
  consumesCounters?: DeviceCounterConsumption[];
  @Field(5, 'string', {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'Only node with access to the device, where nodes are selected per device.',
  })
  nodeName?: string;
  @Field(6, () => NodeSelector, {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'Nodes with access to the device, where nodes are selected per device.',
  })
  nodeSelector?: NodeSelector;
  @Field(7, 'bool', {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'All nodes have access to the device, where nodes are selected per device. Unset or true.',
  })
  allNodes?: boolean;
  @Field(8, listOf(() => DeviceTaint), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 34,
    description: 'Taints set by the driver. At most 4.',
  })
  taints?: DeviceTaint[];
  @Field(9, 'bool', {
    pointer: true,
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'An allocation of the device restricts the claim to the node that was chosen for it.',
  })
  bindsToNode?: boolean;
  @Field(10, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Condition types that must be true in the device status before a pod is bound. At most 4.',
  })
  bindingConditions?: string[];
  @Field(11, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Condition types of which one being true means that the binding failed. At most 4.',
  })
  bindingFailureConditions?: string[];
  @Field(12, 'bool', {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Several claims may be allocated the device at once.',
  })
  allowMultipleAllocations?: boolean;
  @Field(13, mapOf(() => NodeAllocatableResourceMapping), {
    featureGate: 'DRANodeAllocatableResources',
    since: 36,
    description: 'How the device counts against allocatable resources of its node, by resource name.',
  })
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}
