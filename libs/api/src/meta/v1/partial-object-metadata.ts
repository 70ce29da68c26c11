import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { ListMeta } from './list-meta.js';
import { ObjectMeta } from './object-meta.js';

@Struct('meta.v1.PartialObjectMetadata', { typeMeta: true, description: 'The metadata of an object of any kind.' })
export class PartialObjectMetadata extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
}

@Struct('meta.v1.PartialObjectMetadataList', {
  typeMeta: true,
  description: 'The metadata of a collection of objects.',
})
export class PartialObjectMetadataList extends KindObject {
  @Field(1, () => ListMeta) metadata: ListMeta;
  @Field(2, listOf(() => PartialObjectMetadata), { required: true, description: 'Metadata of each object.' })
  items: PartialObjectMetadata[];
}
