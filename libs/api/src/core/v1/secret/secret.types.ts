import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.Secret', { typeMeta: true, description: 'Confidential keys and values: passwords, tokens, keys.' })
export class Secret extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(5, 'bool', { pointer: true, description: 'Whether data can no longer be changed. Cannot be unset.' })
  immutable?: boolean;
  @Field(2, mapOf('bytes'), { description: 'Values in base64, at most 1 MiB together.' }) data?: Record<string, string>;
  @Field(4, mapOf('string'), { description: 'Data as text, which is merged into `data`. Write-only.' })
  stringData?: Record<string, string>;
  @Field(3, 'string', {
    goType: 'v1.SecretType',
    default: 'Opaque',
    description: 'Type of the data; immutable.',
  })
  type?: string;
}
