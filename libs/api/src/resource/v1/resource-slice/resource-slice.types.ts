import { NodeSelector } from '../../../core/v1/node-selector.js';
import { Device } from '../devices.js';
import { CounterSet } from '../device-counters.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('resource.v1.ResourcePool', { since: 34, description: 'The pool that a slice belongs to.' })
export class ResourcePool {
  @Field(1, 'string', {
    required: true,
    since: 34,
    description: 'DNS subdomains, separated by slashes. Drivers often use the name of the node.',
  })
  name: string;
  @Field(2, 'int64', {
    required: true,
    since: 34,
    description: 'Generation of the pool. Consumers use the slices of the newest generation only.',
  })
  generation: number;
  @Field(3, 'int64', {
    required: true,
    since: 34,
    description: 'Number of slices of this generation of the pool. At least 1.',
  })
  resourceSliceCount: number;
}

@Struct('resource.v1.ResourceSliceSpec', { since: 34, description: 'Devices of one driver in one pool.' })
export class ResourceSliceSpec {
  @Field(1, 'string', {
    required: true,
    since: 34,
    description: 'Name of the driver, a DNS subdomain. Cannot be changed.',
  })
  driver: string;
  @Field(2, () => ResourcePool, { required: true, since: 34, description: 'The pool of the devices.' })
  pool: ResourcePool;
  @Field(3, 'string', {
    pointer: true,
    since: 34,
    description: 'Only node with access to the devices. Cannot be changed.',
  })
  nodeName?: string;
  @Field(4, () => NodeSelector, { pointer: true, since: 34, description: 'Nodes with access to the devices.' })
  nodeSelector?: NodeSelector;
  @Field(5, 'bool', { pointer: true, since: 34, description: 'All nodes have access to the devices. Unset or true.' })
  allNodes?: boolean;
  @Field(6, listOf(() => Device), { listType: 'atomic', since: 34, description: 'Devices. At most 128.' })
  devices?: Device[];
  @Field(7, 'bool', {
    pointer: true,
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'Each device says which nodes have access. Unset or true.',
  })
  perDeviceNodeSelection?: boolean;
  @Field(8, listOf(() => CounterSet), {
    listType: 'atomic',
    featureGate: 'DRAPartitionableDevices',
    since: 34,
    description: 'Counters that devices of the pool share. At most 32 counters in all.',
  })
  sharedCounters?: CounterSet[];
}

@Struct('resource.v1.ResourceSlice', {
  typeMeta: true,
  since: 34,
  description: 'Devices that a driver offers, a part of a pool.',
})
export class ResourceSlice extends KindObject {
  @Field(1, () => ObjectMeta, { since: 34 })
  metadata: ObjectMeta;
  @Field(2, () => ResourceSliceSpec, { required: true, since: 34 })
  spec: ResourceSliceSpec;
}
