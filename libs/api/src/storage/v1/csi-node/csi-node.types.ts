import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.VolumeNodeResources', { description: 'Resources of a CSI driver on a node.' })
export class VolumeNodeResources {
  @Field(1, 'int32', {
    pointer: true,
    description: 'Most volumes of the driver that the node can use. Absent: no limit.',
  })
  count?: number;
}

@Struct('storage.v1.CSINodeDriver', { description: 'A CSI driver on a node.' })
export class CSINodeDriver {
  @Field(1, 'string', { required: true, description: 'Name of the driver.' }) name: string;
  @Field(2, 'string', { required: true, description: 'Identifier of the node in the driver.' }) nodeID: string;
  @Field(3, listOf('string'), {
    zeroIsShown: true,
    listType: 'atomic',
    description: 'Keys of the node labels with the topology of the driver.',
  })
  topologyKeys?: string[] | null;
  @Field(4, () => VolumeNodeResources, { pointer: true, description: 'Resources of the driver on the node.' })
  allocatable?: VolumeNodeResources;
}

@Struct('storage.v1.CSINodeSpec', { description: 'The CSI drivers on a node.' })
export class CSINodeSpec {
  @Field(1, listOf(() => CSINodeDriver), {
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'The drivers, each once.',
  })
  drivers: CSINodeDriver[] | null;
}

@Struct('storage.v1.CSINode', { typeMeta: true, description: 'The storage drivers of one node.' })
export class CSINode extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CSINodeSpec, { required: true }) spec: CSINodeSpec;
}
