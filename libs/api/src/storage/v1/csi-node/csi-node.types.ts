import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.VolumeNodeResources')
export class VolumeNodeResources {
  @Field(1, 'int32', { pointer: true }) count?: number;
}

@Struct('storage.v1.CSINodeDriver')
export class CSINodeDriver {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string', { required: true }) nodeID: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) topologyKeys?: string[];
  @Field(4, () => VolumeNodeResources, { pointer: true }) allocatable?: VolumeNodeResources;
}

@Struct('storage.v1.CSINodeSpec')
export class CSINodeSpec {
  @Field(1, listOf(() => CSINodeDriver), {
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  drivers: CSINodeDriver[];
}

@Struct('storage.v1.CSINode', { typeMeta: true, description: 'The storage drivers of one node.' })
export class CSINode extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CSINodeSpec, { required: true }) spec: CSINodeSpec;
}
