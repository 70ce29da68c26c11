import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.Secret', { typeMeta: true })
export class Secret extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(5, 'bool', { pointer: true }) immutable?: boolean;
  @Field(2, mapOf('bytes')) data?: Record<string, string>;
  @Field(4, mapOf('string')) stringData?: Record<string, string>;
  @Field(3, 'string', { default: 'Opaque' }) type?: string;
}
