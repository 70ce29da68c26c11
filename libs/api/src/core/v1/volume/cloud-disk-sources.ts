import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.GCEPersistentDiskVolumeSource')
export class GCEPersistentDiskVolumeSource {
  @Field(1, 'string', { required: true }) pdName: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'int32') partition?: number;
  @Field(4, 'bool') readOnly?: boolean;
}

@Struct('core.v1.AWSElasticBlockStoreVolumeSource')
export class AWSElasticBlockStoreVolumeSource {
  @Field(1, 'string', { required: true }) volumeID: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'int32') partition?: number;
  @Field(4, 'bool') readOnly?: boolean;
}

@Struct('core.v1.AzureDiskVolumeSource')
export class AzureDiskVolumeSource {
  @Field(1, 'string', { required: true }) diskName: string;
  @Field(2, 'string', { required: true }) diskURI: string;
  @Field(3, enumOf('None', 'ReadOnly', 'ReadWrite'), {
    goType: 'v1.AzureDataDiskCachingMode',
    pointer: true,
    default: 'ReadWrite',
  })
  cachingMode?: string;
  @Field(4, 'string', { pointer: true, default: 'ext4' }) fsType?: string;
  @Field(5, 'bool', { pointer: true, default: false }) readOnly?: boolean;
  @Field(6, enumOf('Shared', 'Dedicated', 'Managed'), {
    goType: 'v1.AzureDataDiskKind',
    pointer: true,
    default: 'Shared',
  })
  kind?: string;
}

@Struct('core.v1.AzureFileVolumeSource')
export class AzureFileVolumeSource {
  @Field(1, 'string', { required: true }) secretName: string;
  @Field(2, 'string', { required: true }) shareName: string;
  @Field(3, 'bool') readOnly?: boolean;
}

@Struct('core.v1.AzureFilePersistentVolumeSource')
export class AzureFilePersistentVolumeSource {
  @Field(1, 'string', { required: true }) secretName: string;
  @Field(2, 'string', { required: true }) shareName: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string', { pointer: true }) secretNamespace?: string;
}

@Struct('core.v1.VsphereVirtualDiskVolumeSource')
export class VsphereVirtualDiskVolumeSource {
  @Field(1, 'string', { required: true }) volumePath: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'string') storagePolicyName?: string;
  @Field(4, 'string') storagePolicyID?: string;
}

@Struct('core.v1.CinderVolumeSource')
export class CinderVolumeSource {
  @Field(1, 'string', { required: true }) volumeID: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
}

@Struct('core.v1.CinderPersistentVolumeSource')
export class CinderPersistentVolumeSource {
  @Field(1, 'string', { required: true }) volumeID: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
}

@Struct('core.v1.PhotonPersistentDiskVolumeSource')
export class PhotonPersistentDiskVolumeSource {
  @Field(1, 'string', { required: true }) pdID: string;
  @Field(2, 'string') fsType?: string;
}
