import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { TopologySelectorTerm } from '../../../core/v1/topology-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.StorageClass', { typeMeta: true, description: 'A class of storage and its provisioner.' })
export class StorageClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', { required: true }) provisioner: string;
  @Field(3, mapOf('string')) parameters?: Record<string, string>;
  @Field(4, enumOf('Recycle', 'Delete', 'Retain'), {
    goType: 'v1.PersistentVolumeReclaimPolicy',
    pointer: true,
    default: 'Delete',
  })
  reclaimPolicy?: string;
  @Field(5, listOf('string'), { listType: 'atomic' }) mountOptions?: string[];
  @Field(6, 'bool', { pointer: true }) allowVolumeExpansion?: boolean;
  @Field(7, enumOf('Immediate', 'WaitForFirstConsumer'), {
    goType: 'v1.VolumeBindingMode',
    pointer: true,
    default: 'Immediate',
  })
  volumeBindingMode?: string;
  @Field(8, listOf(() => TopologySelectorTerm), { listType: 'atomic' }) allowedTopologies?: TopologySelectorTerm[];
}
