import { DeviceSelector } from '../device-requests.js';
import { DeviceClassConfiguration } from '../device-configuration.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('resource.v1.DeviceClassSpec', {
  since: 34,
  description: 'Which devices belong to a class, and their configuration.',
})
export class DeviceClassSpec {
  @Field(1, listOf(() => DeviceSelector), {
    listType: 'atomic',
    since: 34,
    description: 'Conditions that each device meets. At most 32.',
  })
  selectors?: DeviceSelector[];
  @Field(2, listOf(() => DeviceClassConfiguration), {
    listType: 'atomic',
    since: 34,
    description: 'Configuration for drivers of the devices. At most 32.',
  })
  config?: DeviceClassConfiguration[];
  @Field(4, 'string', {
    pointer: true,
    featureGate: 'DRAExtendedResource',
    since: 34,
    description: 'Extended resource of pods for which devices of the class are allocated.',
  })
  extendedResourceName?: string;
}

@Struct('resource.v1.DeviceClass', { typeMeta: true, since: 34, description: 'A class of devices that claims name.' })
export class DeviceClass extends KindObject {
  @Field(1, () => ObjectMeta, { since: 34 })
  metadata: ObjectMeta;
  @Field(2, () => DeviceClassSpec, { required: true, since: 34 })
  spec: DeviceClassSpec;
}
