import { Field, Struct } from '../../../definition/decorators.js';
import { LocalObjectReference, ObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.QuobyteVolumeSource')
export class QuobyteVolumeSource {
  @Field(1, 'string', { required: true }) registry: string;
  @Field(2, 'string', { required: true }) volume: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string') user?: string;
  @Field(5, 'string') group?: string;
  @Field(6, 'string') tenant?: string;
}

@Struct('core.v1.PortworxVolumeSource')
export class PortworxVolumeSource {
  @Field(1, 'string', { required: true }) volumeID: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'bool') readOnly?: boolean;
}

@Struct('core.v1.ScaleIOVolumeSource')
export class ScaleIOVolumeSource {
  @Field(1, 'string', { required: true }) gateway: string;
  @Field(2, 'string', { required: true }) system: string;
  @Field(3, () => LocalObjectReference, { required: true, pointer: true }) secretRef: LocalObjectReference;
  @Field(4, 'bool') sslEnabled?: boolean;
  @Field(5, 'string') protectionDomain?: string;
  @Field(6, 'string') storagePool?: string;
  @Field(7, 'string', { default: 'ThinProvisioned' }) storageMode?: string;
  @Field(8, 'string') volumeName?: string;
  @Field(9, 'string', { default: 'xfs' }) fsType?: string;
  @Field(10, 'bool') readOnly?: boolean;
}

@Struct('core.v1.ScaleIOPersistentVolumeSource')
export class ScaleIOPersistentVolumeSource {
  @Field(1, 'string', { required: true }) gateway: string;
  @Field(2, 'string', { required: true }) system: string;
  @Field(3, () => SecretReference, { required: true, pointer: true }) secretRef: SecretReference;
  @Field(4, 'bool') sslEnabled?: boolean;
  @Field(5, 'string') protectionDomain?: string;
  @Field(6, 'string') storagePool?: string;
  @Field(7, 'string', { default: 'ThinProvisioned' }) storageMode?: string;
  @Field(8, 'string') volumeName?: string;
  @Field(9, 'string', { default: 'xfs' }) fsType?: string;
  @Field(10, 'bool') readOnly?: boolean;
}

@Struct('core.v1.StorageOSVolumeSource')
export class StorageOSVolumeSource {
  @Field(1, 'string') volumeName?: string;
  @Field(2, 'string') volumeNamespace?: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
}

@Struct('core.v1.StorageOSPersistentVolumeSource')
export class StorageOSPersistentVolumeSource {
  @Field(1, 'string') volumeName?: string;
  @Field(2, 'string') volumeNamespace?: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, () => ObjectReference, { pointer: true }) secretRef?: ObjectReference;
}
