import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { TypedLocalObjectReference, TypedObjectReference } from '../references.js';
import { VolumeResourceRequirements } from '../resource-requirements.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.PersistentVolumeClaimSpec')
export class PersistentVolumeClaimSpec {
  @Field(1, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
  })
  accessModes?: string[];
  @Field(4, () => LabelSelector, { pointer: true }) selector?: LabelSelector;
  @Field(2, () => VolumeResourceRequirements) resources?: VolumeResourceRequirements;
  @Field(3, 'string') volumeName?: string;
  @Field(5, 'string', { pointer: true }) storageClassName?: string;
  @Field(6, enumOf('Block', 'Filesystem'), { goType: 'v1.PersistentVolumeMode', pointer: true, default: 'Filesystem' })
  volumeMode?: string;
  @Field(7, () => TypedLocalObjectReference, { pointer: true }) dataSource?: TypedLocalObjectReference;
  @Field(8, () => TypedObjectReference, { pointer: true, since: 22 }) dataSourceRef?: TypedObjectReference;
  @Field(9, 'string', { pointer: true, featureGate: 'VolumeAttributesClass', since: 29 })
  volumeAttributesClassName?: string;
}

@Struct('core.v1.PersistentVolumeClaimTemplate')
export class PersistentVolumeClaimTemplate {
  @Field(1, () => ObjectMeta) metadata?: ObjectMeta;
  @Field(2, () => PersistentVolumeClaimSpec, { required: true }) spec: PersistentVolumeClaimSpec;
}
