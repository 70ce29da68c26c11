import { Field, Struct } from '../../definition/decorators.js';
import { listOf, enumOf } from '../../definition/field-type.js';

@Struct('resource.v1.OpaqueDeviceConfiguration', { since: 34, description: 'Parameters for one driver.' })
export class OpaqueDeviceConfiguration {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the driver, a DNS subdomain.' })
  driver: string;
  @Field(2, 'raw', {
    required: true,
    since: 34,
    description: 'A JSON object with `apiVersion` and `kind` of the driver. At most 10 KiB.',
  })
  parameters: object;
}

@Struct('resource.v1.DeviceConfiguration', {
  since: 34,
  description: 'Configuration for a driver. Exactly one field is set.',
})
export class DeviceConfiguration {
  @Field(1, () => OpaqueDeviceConfiguration, {
    pointer: true,
    since: 34,
    description: 'Parameters in a form that only the driver knows.',
  })
  opaque?: OpaqueDeviceConfiguration;
}

@Struct('resource.v1.DeviceClaimConfiguration', {
  inline: [{ number: 2, type: () => DeviceConfiguration }],
  since: 34,
  description: 'Configuration for devices of a claim.',
})
export class DeviceClaimConfiguration extends DeviceConfiguration {
  @Field(1, listOf('string'), { listType: 'atomic', since: 34, description: 'Requests it applies to. Empty: all.' })
  requests?: string[];
}

@Struct('resource.v1.DeviceAllocationConfiguration', {
  inline: [{ number: 3, type: () => DeviceConfiguration }],
  since: 34,
  description: 'Configuration of allocated devices.',
})
export class DeviceAllocationConfiguration extends DeviceConfiguration {
  @Field(1, enumOf('FromClass', 'FromClaim'), { required: true, since: 34, description: 'FromClass or FromClaim.' })
  source: string;
  @Field(2, listOf('string'), { listType: 'atomic', since: 34, description: 'Requests it applies to. Empty: all.' })
  requests?: string[];
}

@Struct('resource.v1.DeviceClassConfiguration', {
  inline: [{ number: 1, type: () => DeviceConfiguration }],
  since: 34,
  description: 'Configuration for all devices of a class.',
})
export class DeviceClassConfiguration extends DeviceConfiguration {}
