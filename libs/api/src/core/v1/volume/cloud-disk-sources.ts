import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.GCEPersistentDiskVolumeSource', { description: 'A persistent disk of Google Compute Engine.' })
export class GCEPersistentDiskVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the disk.' }) pdName: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(3, 'int32', { description: 'Number of the partition; 0 is the whole disk.' }) partition?: number;
  @Field(4, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.AWSElasticBlockStoreVolumeSource', { description: 'A disk of AWS Elastic Block Store.' })
export class AWSElasticBlockStoreVolumeSource {
  @Field(1, 'string', { required: true, description: 'Identifier of the disk.' }) volumeID: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(3, 'int32', { description: 'Number of the partition; 0 is the whole disk.' }) partition?: number;
  @Field(4, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.AzureDiskVolumeSource', { description: 'A data disk of Azure.' })
export class AzureDiskVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the disk.' }) diskName: string;
  @Field(2, 'string', { required: true, description: 'URI of the disk.' }) diskURI: string;
  @Field(3, enumOf('None', 'ReadOnly', 'ReadWrite'), {
    goType: 'v1.AzureDataDiskCachingMode',
    pointer: true,
    default: 'ReadWrite',
    documentedDefault: 'own',
    description: 'Caching by the host: None, ReadOnly or ReadWrite. Default: ReadWrite.',
  })
  cachingMode?: string;
  @Field(4, 'string', {
    pointer: true,
    default: 'ext4',
    documentedDefault: 'own',
    description: 'Type of the file system. Default: ext4.',
  })
  fsType?: string;
  @Field(5, 'bool', {
    pointer: true,
    default: false,
    documentedDefault: 'own',
    description: 'Whether the volume is read-only. Default: false.',
  })
  readOnly?: boolean;
  @Field(6, enumOf('Shared', 'Dedicated', 'Managed'), {
    goType: 'v1.AzureDataDiskKind',
    pointer: true,
    default: 'Shared',
    documentedDefault: 'own',
    description: 'Shared (disks of one storage account), Dedicated (one disk per account) or Managed. Default: Shared.',
  })
  kind?: string;
}

@Struct('core.v1.AzureFileVolumeSource', { description: 'A share of Azure File.' })
export class AzureFileVolumeSource {
  @Field(1, 'string', { required: true, description: 'Secret with the name and key of the storage account.' })
  secretName: string;
  @Field(2, 'string', { required: true, description: 'Name of the share.' }) shareName: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.AzureFilePersistentVolumeSource', {
  description: 'A share of Azure File.',
  describedAs: () => AzureFileVolumeSource,
})
export class AzureFilePersistentVolumeSource {
  @Field(1, 'string', { required: true }) secretName: string;
  @Field(2, 'string', { required: true }) shareName: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string', {
    pointer: true,
    zeroIsShown: true,
    description: 'Namespace of the Secret. Default: that of the claim.',
  })
  secretNamespace?: string | null;
}

@Struct('core.v1.VsphereVirtualDiskVolumeSource', { description: 'A virtual disk of vSphere.' })
export class VsphereVirtualDiskVolumeSource {
  @Field(1, 'string', { required: true, description: 'Path of the disk.' }) volumePath: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(3, 'string', { description: 'Name of the storage policy profile.' }) storagePolicyName?: string;
  @Field(4, 'string', { description: 'Identifier of the storage policy profile.' }) storagePolicyID?: string;
}

@Struct('core.v1.CinderVolumeSource', { description: 'A volume of OpenStack Cinder.' })
export class CinderVolumeSource {
  @Field(1, 'string', { required: true, description: 'Identifier of the volume.' }) volumeID: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(4, () => LocalObjectReference, {
    pointer: true,
    description: 'Secret with the parameters of the connection to OpenStack.',
  })
  secretRef?: LocalObjectReference;
}

@Struct('core.v1.CinderPersistentVolumeSource', {
  description: 'A volume of OpenStack Cinder.',
  describedAs: () => CinderVolumeSource,
})
export class CinderPersistentVolumeSource {
  @Field(1, 'string', { required: true }) volumeID: string;
  @Field(2, 'string') fsType?: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
}

@Struct('core.v1.PhotonPersistentDiskVolumeSource', { description: 'A persistent disk of Photon Controller.' })
export class PhotonPersistentDiskVolumeSource {
  @Field(1, 'string', { required: true, description: 'Identifier of the disk.' }) pdID: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
}
