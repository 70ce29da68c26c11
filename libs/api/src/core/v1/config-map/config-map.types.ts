import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.ConfigMap', { typeMeta: true })
export class ConfigMap extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(4, 'bool', { pointer: true }) immutable?: boolean;
  @Field(2, mapOf('string')) data?: Record<string, string>;
  @Field(3, mapOf('bytes')) binaryData?: Record<string, string>;
}
