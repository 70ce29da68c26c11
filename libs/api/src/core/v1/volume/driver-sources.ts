import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.FlexVolumeSource', { description: 'A volume of a FlexVolume driver.' })
export class FlexVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the driver.' }) driver: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: that of the driver.' }) fsType?: string;
  @Field(3, () => LocalObjectReference, { pointer: true, description: 'Secret whose data is given to the driver.' })
  secretRef?: LocalObjectReference;
  @Field(4, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(5, mapOf('string'), { description: 'Further options of the driver.' }) options?: Record<string, string>;
}

@Struct('core.v1.FlexPersistentVolumeSource', {
  description: 'A volume of a FlexVolume driver.',
  describedAs: () => FlexVolumeSource,
})
export class FlexPersistentVolumeSource {
  @Field(1, 'string', { required: true }) driver: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, mapOf('string')) options?: Record<string, string>;
}

@Struct('core.v1.CSIVolumeSource', { description: 'A volume that a CSI driver provides for the pod.' })
export class CSIVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the CSI driver.' }) driver: string;
  @Field(2, 'bool', { pointer: true, description: 'Whether the volume is read-only. Default: false.' })
  readOnly?: boolean;
  @Field(3, 'string', { pointer: true, description: 'Type of the file system. Default: that of the driver.' })
  fsType?: string;
  @Field(4, mapOf('string'), { description: 'Properties for the driver.' }) volumeAttributes?: Record<string, string>;
  @Field(5, () => LocalObjectReference, {
    pointer: true,
    description: 'Secret given to the driver when it publishes the volume on the node.',
  })
  nodePublishSecretRef?: LocalObjectReference;
}

@Struct('core.v1.CSIPersistentVolumeSource', { description: 'A volume of a CSI driver.' })
export class CSIPersistentVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the CSI driver.' }) driver: string;
  @Field(2, 'string', { required: true, description: 'Identifier of the volume in the driver.' }) volumeHandle: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(4, 'string', { description: 'Type of the file system, for example ext4.' }) fsType?: string;
  @Field(5, mapOf('string'), { description: 'Attributes of the volume, for the driver.' }) volumeAttributes?: Record<
    string,
    string
  >;
  @Field(6, () => SecretReference, { pointer: true, description: 'Secret for attaching and detaching the volume.' })
  controllerPublishSecretRef?: SecretReference;
  @Field(7, () => SecretReference, { pointer: true, description: 'Secret for staging the volume on a node.' })
  nodeStageSecretRef?: SecretReference;
  @Field(8, () => SecretReference, { pointer: true, description: 'Secret for publishing the volume on a node.' })
  nodePublishSecretRef?: SecretReference;
  @Field(9, () => SecretReference, { pointer: true, description: 'Secret for expanding the volume.' })
  controllerExpandSecretRef?: SecretReference;
  @Field(10, () => SecretReference, {
    pointer: true,
    since: 25,
    description: 'Secret for expanding the volume on a node.',
  })
  nodeExpandSecretRef?: SecretReference;
}
