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
  @Field(2, () => LabelSelector, {
    pointer: true,
    since: 24,
    description: 'Labels of the nodes that can access the storage. Absent: none; empty: all. Cannot be changed.',
  })
  nodeTopology?: LabelSelector;
  @Field(3, 'string', { required: true, since: 24, description: 'StorageClass of the storage. Cannot be changed.' })
  storageClassName: string;
  @Field(4, 'quantity', { pointer: true, since: 24, description: 'Free capacity. Absent: unknown.' }) capacity?: string;
  @Field(5, 'quantity', {
    pointer: true,
    since: 24,
    description: 'Largest volume that can be created. Absent: unknown.',
  })
  maximumVolumeSize?: string;
}
