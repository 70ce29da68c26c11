import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { TypedLocalObjectReference, TypedObjectReference } from '../references.js';
import { VolumeResourceRequirements } from '../resource-requirements.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('core.v1.PersistentVolumeClaimSpec', { description: 'Storage that a claim requests.' })
export class PersistentVolumeClaimSpec {
  @Field(1, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
    description:
      'Ways in which the volume must be mountable: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
  })
  accessModes?: string[];
  @Field(4, () => LabelSelector, { pointer: true, description: 'Labels of volumes that may be bound.' })
  selector?: LabelSelector;
  @Field(2, () => VolumeResourceRequirements, {
    description: 'Requested size. It can be increased, or decreased to no less than the size in the status.',
  })
  resources?: VolumeResourceRequirements;
  @Field(3, 'string', { description: 'PersistentVolume to which the claim is bound.' }) volumeName?: string;
  @Field(5, 'string', {
    pointer: true,
    description: 'StorageClass of the volume. Empty: none. Absent: the default class.',
  })
  storageClassName?: string;
  @Field(6, enumOf('Block', 'Filesystem'), {
    goType: 'v1.PersistentVolumeMode',
    pointer: true,
    default: 'Filesystem',
    description: 'Filesystem or Block. Default: Filesystem.',
  })
  volumeMode?: string;
  @Field(7, () => TypedLocalObjectReference, {
    pointer: true,
    description: 'Initial content: a VolumeSnapshot or another claim in the namespace.',
  })
  dataSource?: TypedLocalObjectReference;
  @Field(8, () => TypedObjectReference, {
    pointer: true,
    since: 22,
    description: 'Initial content: any object of a kind that a provisioner knows.',
  })
  dataSourceRef?: TypedObjectReference;
  @Field(9, 'string', {
    pointer: true,
    featureGate: 'VolumeAttributesClass',
    since: 29,
    description: 'VolumeAttributesClass of the volume, with attributes that can be changed later.',
  })
  volumeAttributesClassName?: string;
}

@Struct('core.v1.PersistentVolumeClaimTemplate', { description: 'The claim of an ephemeral volume.' })
export class PersistentVolumeClaimTemplate {
  @Field(1, () => ObjectMeta, { description: 'Labels and annotations of the claim. No other field is allowed.' })
  metadata?: ObjectMeta;
  @Field(2, () => PersistentVolumeClaimSpec, {
    required: true,
    description: 'Specification of the claim, copied unchanged.',
  })
  spec: PersistentVolumeClaimSpec;
}
