import { DeviceClaimConfiguration } from './device-configuration.js';
import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, mapOf, listOf } from '../../definition/field-type.js';

@Struct('resource.v1.CELDeviceSelector', { since: 34, description: 'A CEL expression over a device.' })
export class CELDeviceSelector {
  @Field(1, 'string', {
    required: true,
    since: 34,
    description: 'Expression of type bool over the variable `device`. At most 10 KiB.',
  })
  expression: string;
}

@Struct('resource.v1.DeviceSelector', { since: 34, description: 'A condition for a device. Exactly one field is set.' })
export class DeviceSelector {
  @Field(1, () => CELDeviceSelector, { pointer: true, since: 34, description: 'A CEL expression.' })
  cel?: CELDeviceSelector;
}

@Struct('resource.v1.DeviceToleration', { since: 34, description: 'Tolerates taints of devices.' })
export class DeviceToleration {
  @Field(1, 'string', { since: 34, description: 'Key of the taint. Empty, with Exists: all.' })
  key?: string;
  @Field(2, enumOf('Exists', 'Equal'), { default: 'Equal', since: 34, description: 'Exists or Equal. Default: Equal.' })
  operator?: string;
  @Field(3, 'string', { since: 34, description: 'Value of the taint with Equal.' })
  value?: string;
  @Field(4, enumOf('NoSchedule', 'NoExecute', 'None'), { since: 34, description: 'Effect of the taint. Empty: all.' })
  effect?: string;
  @Field(5, 'int64', {
    pointer: true,
    since: 34,
    description: 'How long a NoExecute taint is tolerated, in seconds. Absent: for ever.',
  })
  tolerationSeconds?: number;
}

@Struct('resource.v1.CapacityRequirements', { since: 34, description: 'Capacity that a request asks for.' })
export class CapacityRequirements {
  @Field(1, mapOf('quantity'), { since: 34, description: 'Amounts by name of the capacity.' })
  requests?: Record<string, string>;
}

@Struct('resource.v1.ExactDeviceRequest', { since: 34, description: 'A request for devices of a class.' })
export class ExactDeviceRequest {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the DeviceClass.' })
  deviceClassName: string;
  @Field(2, listOf(() => DeviceSelector), {
    listType: 'atomic',
    since: 34,
    description: 'Conditions that each device must meet. At most 32.',
  })
  selectors?: DeviceSelector[];
  @Field(3, 'string', {
    since: 34,
    description: 'ExactCount (`count` devices) or All (all matching devices of a pool). Default: ExactCount.',
  })
  allocationMode?: string;
  @Field(4, 'int64', { since: 34, description: 'Number of devices with ExactCount. Default: 1.' })
  count?: number;
  @Field(5, 'bool', {
    pointer: true,
    featureGate: 'DRAAdminAccess',
    since: 34,
    description: 'Access for monitoring, also to devices in use. Only in namespaces that are labelled for it.',
  })
  adminAccess?: boolean;
  @Field(6, listOf(() => DeviceToleration), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 34,
    description: 'Device taints that are tolerated. At most 16.',
  })
  tolerations?: DeviceToleration[];
  @Field(7, () => CapacityRequirements, {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Capacity that each device must provide.',
  })
  capacity?: CapacityRequirements;
}

@Struct('resource.v1.DeviceSubRequest', { since: 34, description: 'An alternative of a request.' })
export class DeviceSubRequest {
  @Field(1, 'string', { required: true, since: 34, description: 'DNS label, unique within the request.' })
  name: string;
  @Field(2, 'string', { required: true, since: 34, description: 'Name of the DeviceClass.' })
  deviceClassName: string;
  @Field(3, listOf(() => DeviceSelector), {
    listType: 'atomic',
    since: 34,
    description: 'Conditions that each device must meet. At most 32.',
  })
  selectors?: DeviceSelector[];
  @Field(4, 'string', {
    since: 34,
    description: 'ExactCount (`count` devices) or All (all matching devices of a pool). Default: ExactCount.',
  })
  allocationMode?: string;
  @Field(5, 'int64', { since: 34, description: 'Number of devices with ExactCount. Default: 1.' })
  count?: number;
  @Field(6, listOf(() => DeviceToleration), {
    listType: 'atomic',
    featureGate: 'DRADeviceTaints',
    since: 34,
    description: 'Device taints that are tolerated. At most 16.',
  })
  tolerations?: DeviceToleration[];
  @Field(7, () => CapacityRequirements, {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Capacity that each device must provide.',
  })
  capacity?: CapacityRequirements;
}

@Struct('resource.v1.DeviceRequest', {
  since: 34,
  description: 'A request for devices. Exactly one of `exactly` and `firstAvailable` is set.',
})
export class DeviceRequest {
  @Field(1, 'string', { required: true, since: 34, description: 'DNS label, unique within the claim.' })
  name: string;
  @Field(2, () => ExactDeviceRequest, { pointer: true, since: 34, description: 'One way to satisfy the request.' })
  exactly?: ExactDeviceRequest;
  @Field(3, listOf(() => DeviceSubRequest), {
    listType: 'atomic',
    featureGate: 'DRAPrioritizedList',
    since: 34,
    description: 'Alternatives in order of preference. At most 8.',
  })
  firstAvailable?: DeviceSubRequest[];
}

@Struct('resource.v1.DeviceConstraint', { since: 34, description: 'A condition over the devices of several requests.' })
export class DeviceConstraint {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    since: 34,
    description: 'Names of requests, or `request/subrequest`. Empty: all requests.',
  })
  requests?: string[];
  @Field(2, 'string', {
    pointer: true,
    since: 34,
    description: 'Qualified attribute that has the same value in all devices.',
  })
  matchAttribute?: string;
  @Field(3, 'string', {
    pointer: true,
    featureGate: 'DRAConsumableCapacity',
    since: 34,
    description: 'Qualified attribute that has another value in each device.',
  })
  distinctAttribute?: string;
}

@Struct('resource.v1.DeviceClaim', { since: 34, description: 'Devices that a claim asks for.' })
export class DeviceClaim {
  @Field(1, listOf(() => DeviceRequest), {
    listType: 'atomic',
    since: 34,
    description: 'Requests, all of which must be satisfied. At most 32.',
  })
  requests?: DeviceRequest[];
  @Field(2, listOf(() => DeviceConstraint), {
    listType: 'atomic',
    since: 34,
    description: 'Conditions over the devices of several requests. At most 32.',
  })
  constraints?: DeviceConstraint[];
  @Field(3, listOf(() => DeviceClaimConfiguration), {
    listType: 'atomic',
    since: 34,
    description: 'Configuration for drivers of the devices. At most 32.',
  })
  config?: DeviceClaimConfiguration[];
}
