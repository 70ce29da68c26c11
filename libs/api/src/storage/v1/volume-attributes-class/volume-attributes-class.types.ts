import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.VolumeAttributesClass', {
  typeMeta: true,
  since: 34,
  description: 'Mutable attributes of volumes in use.',
})
export class VolumeAttributesClass extends KindObject {
  @Field(1, () => ObjectMeta, { since: 34 }) metadata: ObjectMeta;
  @Field(2, 'string', { required: true, since: 34, description: 'Driver that knows the parameters.' })
  driverName: string;
  @Field(3, mapOf('string'), {
    since: 34,
    description: 'Attributes of volumes of the class, for the driver. Cannot be changed.',
  })
  parameters?: Record<string, string>;
}
