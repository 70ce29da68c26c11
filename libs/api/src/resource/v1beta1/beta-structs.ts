import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';
import { structVersion, type StructVersion } from '../../definition/struct-version.js';
import { NodeSelector } from '../../core/v1/node-selector.js';
import { DeviceCounterConsumption } from '../v1/device-counters.js';
import { CapacityRequirements, DeviceSelector, DeviceSubRequest, DeviceToleration } from '../v1/device-requests.js';
import { DeviceAttribute, DeviceCapacity, DeviceTaint, NodeAllocatableResourceMapping } from '../v1/devices.js';
import { NEWER } from '../v1beta2/newer-fields.js';

const LATER = [
  'DeviceToleration',
  'DeviceSubRequest',
  'DeviceTaint',
  'Counter',
  'CounterSet',
  'DeviceCounterConsumption',
];
const LATER_FIELDS = [
  'Counter.value',
  'CounterSet.counters',
  'CounterSet.name',
  'DeviceCounterConsumption.counterSet',
  'DeviceCounterConsumption.counters',
  'DeviceRequestAllocationResult.tolerations',
  'DeviceSubRequest.allocationMode',
  'DeviceSubRequest.count',
  'DeviceSubRequest.deviceClassName',
  'DeviceSubRequest.name',
  'DeviceSubRequest.selectors',
  'DeviceTaint.effect',
  'DeviceTaint.key',
  'DeviceTaint.timeAdded',
  'DeviceTaint.value',
  'DeviceToleration.effect',
  'DeviceToleration.key',
  'DeviceToleration.operator',
  'DeviceToleration.tolerationSeconds',
  'DeviceToleration.value',
  'ResourceSliceSpec.perDeviceNodeSelection',
  'ResourceSliceSpec.sharedCounters',
];
const inRelease33 = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { since: 33 }]));

/** Structs of v1beta1: those of v1, but for requests and devices. */
export const betaStructs: StructVersion = structVersion('resource.v1', 'resource.v1beta1', {
  since: { 34: 32 },
  structs: { ...NEWER.structs, ...inRelease33(LATER) },
  fields: {
    ...NEWER.fields,
    ...inRelease33(LATER_FIELDS),
    'DeviceSubRequest.tolerations': { number: 7, since: 33 },
    'DeviceSubRequest.capacity': { number: 8, since: 34 },
    'ResourceSliceSpec.nodeName': { pointer: false },
    'ResourceSliceSpec.allNodes': { pointer: false },
    'ResourceSliceSpec.devices': { type: listOf(() => Device) },
    'DeviceClaim.requests': { type: listOf(() => DeviceRequest) },
  },
});

@Struct('resource.v1beta1.BasicDevice', { since: 32, description: 'What distinguishes a device.' })
export class BasicDevice {
  @Field(1, mapOf(() => betaStructs(DeviceAttribute)), {
    since: 32,
    description: 'Attributes by qualified name. With `capacity` at most 32.',
  })
  attributes?: Record<string, DeviceAttribute>;
  @Field(2, mapOf(() => betaStructs(DeviceCapacity)), {
    since: 32,
    description: 'Capacities by qualified name. With `attributes` at most 32.',
  })
  capacity?: Record<string, DeviceCapacity>;
  @Field(3, listOf(() => betaStructs(DeviceCounterConsumption)), {
    listType: 'atomic',
    featureGate: 'DRAPartitionableDevices',
    since: 33,
    description: 'Shared counters that the device consumes when it is allocated.',
  })
  consumesCounters?: DeviceCounterConsumption[];
  @Field(4, 'string', {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 33,
    description: 'Only node with access to the device, where nodes are selected per device.',
  })
  nodeName?: string;
  @Field(5, () => NodeSelector, {
    pointer: true,
    since: 33,
    description: 'Nodes with access to the device, where nodes are selected per device.',
  })
  nodeSelector?: NodeSelector;
  @Field(6, 'bool', {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 33,
    description: 'All nodes have access to the device, where nodes are selected per device. Unset or true.',
  })
  allNodes?: boolean;
  @Field(7, listOf(() => betaStructs(DeviceTaint)), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 33,
    description: 'Taints set by the driver. At most 4.',
  })
  taints?: DeviceTaint[];
  @Field(8, 'bool', {
    pointer: true,
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'An allocation of the device restricts the claim to the node that was chosen for it.',
  })
  bindsToNode?: boolean;
  @Field(9, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Condition types that must be true in the device status before a pod is bound. At most 4.',
  })
  bindingConditions?: string[];
  @Field(10, listOf('string'), {
    listType: 'atomic',
    featureGate: 'DRADeviceBindingConditions,DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'Condition types of which one being true means that the binding failed. At most 4.',
  })
  bindingFailureConditions?: string[];
  @Field(11, 'bool', {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Several claims may be allocated the device at once.',
  })
  allowMultipleAllocations?: boolean;
  @Field(12, mapOf(() => betaStructs(NodeAllocatableResourceMapping)), {
    featureGate: 'DRANodeAllocatableResources',
    since: 36,
    description: 'How the device counts against allocatable resources of its node, by resource name.',
  })
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}

@Struct('resource.v1beta1.Device', { since: 32, description: 'A device.' })
export class Device {
  @Field(1, 'string', { required: true, since: 32, description: 'DNS label, unique within the pool.' })
  name: string;
  @Field(2, () => BasicDevice, { pointer: true, since: 32, description: 'What distinguishes it.' })
  basic?: BasicDevice;
}

@Struct('resource.v1beta1.DeviceRequest', {
  since: 32,
  description: 'A request for devices: of a class, or one of alternatives.',
})
export class DeviceRequest {
  @Field(1, 'string', { required: true, since: 32, description: 'DNS label, unique within the claim.' })
  name: string;
  @Field(2, 'string', { since: 32, description: 'Name of the DeviceClass. Absent with `firstAvailable`.' })
  deviceClassName?: string;
  @Field(3, listOf(() => betaStructs(DeviceSelector)), {
    listType: 'atomic',
    since: 32,
    description: 'Conditions that each device must meet. At most 32.',
  })
  selectors?: DeviceSelector[];
  @Field(4, 'string', {
    since: 32,
    description: 'ExactCount (`count` devices) or All (all matching devices of a pool). Default: ExactCount.',
  })
  allocationMode?: string;
  @Field(5, 'int64', { since: 32, description: 'Number of devices with ExactCount. Default: 1.' })
  count?: number;
  @Field(6, 'bool', {
    pointer: true,
    featureGate: 'DRAAdminAccess',
    since: 32,
    description: 'Access for monitoring, also to devices in use. Only in namespaces that are labelled for it.',
  })
  adminAccess?: boolean;
  @Field(7, listOf(() => betaStructs(DeviceSubRequest)), {
    listType: 'atomic',
    featureGate: 'DRAPrioritizedList',
    since: 33,
    description: 'Alternatives in order of preference. At most 8.',
  })
  firstAvailable?: DeviceSubRequest[];
  @Field(8, listOf(() => betaStructs(DeviceToleration)), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 33,
    description: 'Device taints that are tolerated. At most 16.',
  })
  tolerations?: DeviceToleration[];
  @Field(9, () => betaStructs(CapacityRequirements), {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Capacity that each device must provide.',
  })
  capacity?: CapacityRequirements;
}
