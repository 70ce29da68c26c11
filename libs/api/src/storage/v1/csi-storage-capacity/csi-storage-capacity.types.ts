import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.CSIStorageCapacity', {
  typeMeta: true,
  since: 24,
  description: 'How much storage of one class is left in one part of the topology.',
})
export class CSIStorageCapacity extends KindObject {
  @Field(1, () => ObjectMeta, { since: 24 }) metadata: ObjectMeta;
  @Field(2, () => LabelSelector, { pointer: true, since: 24 }) nodeTopology?: LabelSelector;
  @Field(3, 'string', { required: true, since: 24 }) storageClassName: string;
  @Field(4, 'quantity', { pointer: true, since: 24 }) capacity?: string;
  @Field(5, 'quantity', { pointer: true, since: 24 }) maximumVolumeSize?: string;
}
