import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { TopologySelectorTerm } from '../../../core/v1/topology-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.StorageClass', { typeMeta: true, description: 'A class of storage and its provisioner.' })
export class StorageClass extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', { required: true, description: 'Provisioner of volumes of the class.' }) provisioner: string;
  @Field(3, mapOf('string'), { description: 'Parameters of the provisioner.' }) parameters?: Record<string, string>;
  @Field(4, enumOf('Recycle', 'Delete', 'Retain'), {
    goType: 'v1.PersistentVolumeReclaimPolicy',
    pointer: true,
    default: 'Delete',
    description: 'What happens to a provisioned volume when its claim is deleted: Delete or Retain. Default: Delete.',
  })
  reclaimPolicy?: string;
  @Field(5, listOf('string'), {
    listType: 'atomic',
    description: 'Options for the mount of provisioned volumes. Not validated.',
  })
  mountOptions?: string[];
  @Field(6, 'bool', { pointer: true, description: 'Whether claims of the class can be enlarged.' })
  allowVolumeExpansion?: boolean;
  @Field(7, enumOf('Immediate', 'WaitForFirstConsumer'), {
    goType: 'v1.VolumeBindingMode',
    pointer: true,
    default: 'Immediate',
    description: 'Immediate, or WaitForFirstConsumer: a volume is bound when a pod uses it. Default: Immediate.',
  })
  volumeBindingMode?: string;
  @Field(8, listOf(() => TopologySelectorTerm), {
    listType: 'atomic',
    description: 'Topology of provisioned volumes. Default: any.',
  })
  allowedTopologies?: TopologySelectorTerm[];
}
