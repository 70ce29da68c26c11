import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ConfigMap', {
  typeMeta: true,
  description: 'Configuration as keys and values, for pods and other clients.',
})
export class ConfigMap extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(4, 'bool', { pointer: true, description: 'Whether data can no longer be changed. Cannot be unset.' })
  immutable?: boolean;
  @Field(2, mapOf('string'), {
    description: 'Values that are text. Keys have letters, digits, dashes, underscores and dots.',
  })
  data?: Record<string, string>;
  @Field(3, mapOf('bytes'), { description: 'Binary values in base64. Keys must not overlap with data.' })
  binaryData?: Record<string, string>;
}
