import { Field, Struct } from '../../../definition/decorators.js';
import { LocalObjectReference, ObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.QuobyteVolumeSource', { description: 'A Quobyte volume.' })
export class QuobyteVolumeSource {
  @Field(1, 'string', { required: true, description: 'Addresses of registries as `HOST:PORT`, separated by commas.' })
  registry: string;
  @Field(2, 'string', { required: true, description: 'Name of the volume.' }) volume: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(4, 'string', { description: 'User for the mount. Default: the owner of the service account.' }) user?: string;
  @Field(5, 'string', { description: 'Group for the mount. Default: none.' }) group?: string;
  @Field(6, 'string', { description: 'Tenant that owns the volume.' }) tenant?: string;
}

@Struct('core.v1.PortworxVolumeSource', { description: 'A Portworx volume.' })
export class PortworxVolumeSource {
  @Field(1, 'string', { required: true, description: 'Identifier of the volume.' }) volumeID: string;
  @Field(2, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.ScaleIOVolumeSource', { description: 'A ScaleIO volume.' })
export class ScaleIOVolumeSource {
  @Field(1, 'string', { required: true, description: 'Address of the gateway.' }) gateway: string;
  @Field(2, 'string', { required: true, description: 'Name of the storage system.' }) system: string;
  @Field(3, () => LocalObjectReference, {
    required: true,
    pointer: true,
    description: 'Secret with the credentials. Required.',
  })
  secretRef: LocalObjectReference | null;
  @Field(4, 'bool', { description: 'Whether the gateway is accessed by TLS. Default: false.' }) sslEnabled?: boolean;
  @Field(5, 'string', { description: 'Name of the protection domain.' }) protectionDomain?: string;
  @Field(6, 'string', { description: 'Name of the storage pool.' }) storagePool?: string;
  @Field(7, 'string', {
    default: 'ThinProvisioned',
    documentedDefault: 'own',
    description: 'ThickProvisioned or ThinProvisioned. Default: ThinProvisioned.',
  })
  storageMode?: string;
  @Field(8, 'string', { description: 'Name of the volume in the system.' }) volumeName?: string;
  @Field(9, 'string', {
    default: 'xfs',
    documentedDefault: 'own',
    description: 'Type of the file system. Default: xfs.',
  })
  fsType?: string;
  @Field(10, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.ScaleIOPersistentVolumeSource', {
  description: 'A ScaleIO volume.',
  describedAs: () => ScaleIOVolumeSource,
})
export class ScaleIOPersistentVolumeSource {
  @Field(1, 'string', { required: true }) gateway: string;
  @Field(2, 'string', { required: true }) system: string;
  @Field(3, () => SecretReference, { required: true, pointer: true }) secretRef: SecretReference | null;
  @Field(4, 'bool') sslEnabled?: boolean;
  @Field(5, 'string') protectionDomain?: string;
  @Field(6, 'string') storagePool?: string;
  @Field(7, 'string', { default: 'ThinProvisioned', documentedDefault: 'own' }) storageMode?: string;
  @Field(8, 'string') volumeName?: string;
  @Field(9, 'string', { default: 'xfs', documentedDefault: 'own' }) fsType?: string;
  @Field(10, 'bool') readOnly?: boolean;
}

@Struct('core.v1.StorageOSVolumeSource', { description: 'A StorageOS volume.' })
export class StorageOSVolumeSource {
  @Field(1, 'string', { description: 'Name of the volume, unique in its namespace.' }) volumeName?: string;
  @Field(2, 'string', { description: 'Namespace of the volume in StorageOS. Default: the namespace of the pod.' })
  volumeNamespace?: string;
  @Field(3, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(4, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(5, () => LocalObjectReference, {
    pointer: true,
    description: 'Secret with the credentials. Default: built-in ones.',
  })
  secretRef?: LocalObjectReference;
}

@Struct('core.v1.StorageOSPersistentVolumeSource', {
  description: 'A StorageOS volume.',
  describedAs: () => StorageOSVolumeSource,
})
export class StorageOSPersistentVolumeSource {
  @Field(1, 'string') volumeName?: string;
  @Field(2, 'string') volumeNamespace?: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, () => ObjectReference, { pointer: true }) secretRef?: ObjectReference;
}
