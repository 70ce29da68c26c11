import { DeviceClaim } from '../device-requests.js';
import { Condition } from '../../../meta/v1/condition.js';
import { AllocationResult } from '../device-allocation.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('resource.v1.ResourceClaimSpec', { since: 34, description: 'What a claim asks for. Cannot be changed.' })
export class ResourceClaimSpec {
  @Field(1, () => DeviceClaim, { since: 34, description: 'Requests for devices.' })
  devices?: DeviceClaim;
}

@Struct('resource.v1.ResourceClaimConsumerReference', { since: 34, description: 'A user of a claim, mostly a pod.' })
export class ResourceClaimConsumerReference {
  @Field(1, 'string', { since: 34, description: 'API group of the user. Empty: core.' })
  apiGroup?: string;
  @Field(3, 'string', { required: true, since: 34, description: 'Plural resource of the user, such as pods.' })
  resource: string;
  @Field(4, 'string', { required: true, since: 34, description: 'Name of the user.' })
  name: string;
  @Field(5, 'string', { required: true, since: 34, description: 'UID of the user.' })
  uid: string;
}

@Struct('resource.v1.NetworkDeviceData', { since: 34, description: 'State of a network device.' })
export class NetworkDeviceData {
  @Field(1, 'string', { since: 34, description: 'Name of the network interface in the pod. At most 256 characters.' })
  interfaceName?: string;
  @Field(2, listOf('string'), {
    listType: 'atomic',
    since: 34,
    description: 'Addresses of the interface as CIDR. At most 16.',
  })
  ips?: string[];
  @Field(3, 'string', { since: 34, description: 'Hardware address. At most 128 characters.' })
  hardwareAddress?: string;
}

@Struct('resource.v1.AllocatedDeviceStatus', {
  since: 34,
  description: 'State of an allocated device as its driver reports it.',
})
export class AllocatedDeviceStatus {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the driver.' })
  driver: string;
  @Field(2, 'string', { required: true, since: 34, description: 'Name of the pool.' })
  pool: string;
  @Field(3, 'string', { required: true, since: 34, description: 'Name of the device within its pool.' })
  device: string;
  @Field(7, 'string', {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Share of a device that is allocated several times.',
  })
  shareID?: string;
  @Field(4, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    since: 34,
    description: 'Conditions of the device. At most 8.',
  })
  conditions?: Condition[];
  @Field(5, 'raw', { pointer: true, since: 34, description: 'Any JSON object. At most 10 KiB.' })
  data?: object;
  @Field(6, () => NetworkDeviceData, { pointer: true, since: 34, description: 'State of a network device.' })
  networkData?: NetworkDeviceData;
}

@Struct('resource.v1.ResourceClaimStatus', { since: 34, description: 'Allocation of a claim and its users.' })
export class ResourceClaimStatus {
  @Field(1, () => AllocationResult, { pointer: true, since: 34, description: 'Set once the claim is allocated.' })
  allocation?: AllocationResult;
  @Field(2, listOf(() => ResourceClaimConsumerReference), {
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: 'merge',
    patchMergeKey: 'uid',
    since: 34,
    description: 'Users that may use the devices. At most 256.',
  })
  reservedFor?: ResourceClaimConsumerReference[];
  @Field(4, listOf(() => AllocatedDeviceStatus), {
    listType: 'map',
    listMapKeys: ['driver', 'device', 'pool', 'shareID'],
    featureGate: 'DRAResourceClaimDeviceStatus',
    since: 34,
    description: 'State of the allocated devices, as their drivers report it.',
  })
  devices?: AllocatedDeviceStatus[];
}

@Struct('resource.v1.ResourceClaim', {
  typeMeta: true,
  since: 34,
  description: 'A request for devices for use by workloads.',
})
export class ResourceClaim extends KindObject {
  @Field(1, () => ObjectMeta, { since: 34 })
  metadata: ObjectMeta;
  @Field(2, () => ResourceClaimSpec, { required: true, since: 34 })
  spec: ResourceClaimSpec;
  @Field(3, () => ResourceClaimStatus, { since: 34 })
  status?: ResourceClaimStatus;
}
