import { Field, Struct } from '../../../definition/decorators.js';
import { mapOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.FlexVolumeSource')
export class FlexVolumeSource {
  @Field(1, 'string', { required: true }) driver: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, mapOf('string')) options?: Record<string, string>;
}

@Struct('core.v1.FlexPersistentVolumeSource')
export class FlexPersistentVolumeSource {
  @Field(1, 'string', { required: true }) driver: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, mapOf('string')) options?: Record<string, string>;
}

@Struct('core.v1.CSIVolumeSource')
export class CSIVolumeSource {
  @Field(1, 'string', { required: true }) driver: string;
  @Field(2, 'bool', { pointer: true }) readOnly?: boolean;
  @Field(3, 'string', { pointer: true }) fsType?: string;
  @Field(4, mapOf('string')) volumeAttributes?: Record<string, string>;
  @Field(5, () => LocalObjectReference, { pointer: true }) nodePublishSecretRef?: LocalObjectReference;
}

@Struct('core.v1.CSIPersistentVolumeSource')
export class CSIPersistentVolumeSource {
  @Field(1, 'string', { required: true }) driver: string;
  @Field(2, 'string', { required: true }) volumeHandle: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string') fsType?: string;
  @Field(5, mapOf('string')) volumeAttributes?: Record<string, string>;
  @Field(6, () => SecretReference, { pointer: true }) controllerPublishSecretRef?: SecretReference;
  @Field(7, () => SecretReference, { pointer: true }) nodeStageSecretRef?: SecretReference;
  @Field(8, () => SecretReference, { pointer: true }) nodePublishSecretRef?: SecretReference;
  @Field(9, () => SecretReference, { pointer: true }) controllerExpandSecretRef?: SecretReference;
  @Field(10, () => SecretReference, { pointer: true, since: 25 }) nodeExpandSecretRef?: SecretReference;
}
