import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.NFSVolumeSource', { description: 'A directory of an NFS server.' })
export class NFSVolumeSource {
  @Field(1, 'string', { required: true, description: 'Host name or IP address of the server.' }) server: string;
  @Field(2, 'string', { required: true, description: 'Exported path.' }) path: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.ISCSIVolumeSource', { description: 'An iSCSI disk.' })
export class ISCSIVolumeSource {
  @Field(1, 'string', {
    required: true,
    description: 'Address of the portal: `ADDRESS` or `ADDRESS:PORT`. Default port: 3260.',
  })
  targetPortal: string;
  @Field(2, 'string', { required: true, description: 'Qualified name of the target.' }) iqn: string;
  @Field(3, 'int32', { required: true, description: 'Logical unit number.' }) lun: number;
  @Field(4, 'string', {
    default: 'default',
    documentedDefault: 'own',
    description: 'Interface of the initiator. Default: `default`, that is TCP.',
  })
  iscsiInterface?: string;
  @Field(5, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(6, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(7, listOf('string'), { listType: 'atomic', description: 'Addresses of further portals.' }) portals?: string[];
  @Field(8, 'bool', { description: 'Whether discovery uses CHAP authentication.' }) chapAuthDiscovery?: boolean;
  @Field(11, 'bool', { description: 'Whether the session uses CHAP authentication.' }) chapAuthSession?: boolean;
  @Field(10, () => LocalObjectReference, { pointer: true, description: 'Secret for CHAP authentication.' })
  secretRef?: LocalObjectReference;
  @Field(12, 'string', {
    pointer: true,
    description: 'Qualified name of the initiator. Default: that of the interface.',
  })
  initiatorName?: string;
}

@Struct('core.v1.ISCSIPersistentVolumeSource', { description: 'An iSCSI disk.', describedAs: () => ISCSIVolumeSource })
export class ISCSIPersistentVolumeSource {
  @Field(1, 'string', { required: true }) targetPortal: string;
  @Field(2, 'string', { required: true }) iqn: string;
  @Field(3, 'int32', { required: true }) lun: number;
  @Field(4, 'string', { default: 'default', documentedDefault: 'own' }) iscsiInterface?: string;
  @Field(5, 'string') fsType?: string;
  @Field(6, 'bool') readOnly?: boolean;
  @Field(7, listOf('string'), { listType: 'atomic' }) portals?: string[];
  @Field(8, 'bool') chapAuthDiscovery?: boolean;
  @Field(11, 'bool') chapAuthSession?: boolean;
  @Field(10, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(12, 'string', { pointer: true }) initiatorName?: string;
}

@Struct('core.v1.GlusterfsVolumeSource', { description: 'A Glusterfs volume.' })
export class GlusterfsVolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the Endpoints with the addresses of the servers.' })
  endpoints: string;
  @Field(2, 'string', { required: true, description: 'Name of the volume.' }) path: string;
  @Field(3, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.GlusterfsPersistentVolumeSource', {
  description: 'A Glusterfs volume.',
  describedAs: () => GlusterfsVolumeSource,
})
export class GlusterfsPersistentVolumeSource {
  @Field(1, 'string', { required: true }) endpoints: string;
  @Field(2, 'string', { required: true }) path: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string', { pointer: true, description: 'Namespace of the Endpoints. Default: that of the claim.' })
  endpointsNamespace?: string;
}

@Struct('core.v1.RBDVolumeSource', { description: 'A Ceph RADOS block device.' })
export class RBDVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic', description: 'Addresses of the Ceph monitors.' })
  monitors: string[] | null;
  @Field(2, 'string', { required: true, description: 'Name of the image.' }) image: string;
  @Field(3, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(4, 'string', { default: 'rbd', documentedDefault: 'own', description: 'Name of the pool. Default: rbd.' })
  pool?: string;
  @Field(5, 'string', { default: 'admin', documentedDefault: 'own', description: 'Name of the user. Default: admin.' })
  user?: string;
  @Field(6, 'string', {
    default: '/etc/ceph/keyring',
    documentedDefault: 'own',
    description: 'Path of the keyring of the user. Default: /etc/ceph/keyring.',
  })
  keyring?: string;
  @Field(7, () => LocalObjectReference, {
    pointer: true,
    description: 'Secret with the key of the user, over `keyring`.',
  })
  secretRef?: LocalObjectReference;
  @Field(8, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.RBDPersistentVolumeSource', {
  description: 'A Ceph RADOS block device.',
  describedAs: () => RBDVolumeSource,
})
export class RBDPersistentVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[] | null;
  @Field(2, 'string', { required: true }) image: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'string', { default: 'rbd', documentedDefault: 'own' }) pool?: string;
  @Field(5, 'string', { default: 'admin', documentedDefault: 'own' }) user?: string;
  @Field(6, 'string', { default: '/etc/ceph/keyring', documentedDefault: 'own' }) keyring?: string;
  @Field(7, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(8, 'bool') readOnly?: boolean;
}

@Struct('core.v1.CephFSVolumeSource', { description: 'A Ceph file system.' })
export class CephFSVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic', description: 'Addresses of the Ceph monitors.' })
  monitors: string[] | null;
  @Field(2, 'string', { description: 'Path in the file system. Default: `/`.' }) path?: string;
  @Field(3, 'string', { description: 'Name of the user. Default: admin.' }) user?: string;
  @Field(4, 'string', { description: 'Path of the keyring of the user. Default: /etc/ceph/user.secret.' })
  secretFile?: string;
  @Field(5, () => LocalObjectReference, {
    pointer: true,
    description: 'Secret with the key of the user, over `secretFile`.',
  })
  secretRef?: LocalObjectReference;
  @Field(6, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
}

@Struct('core.v1.CephFSPersistentVolumeSource', {
  description: 'A Ceph file system.',
  describedAs: () => CephFSVolumeSource,
})
export class CephFSPersistentVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[] | null;
  @Field(2, 'string') path?: string;
  @Field(3, 'string') user?: string;
  @Field(4, 'string') secretFile?: string;
  @Field(5, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(6, 'bool') readOnly?: boolean;
}

@Struct('core.v1.FCVolumeSource', {
  description: 'A Fibre Channel disk, by target and logical unit or by worldwide identifier.',
})
export class FCVolumeSource {
  @Field(1, listOf('string'), { listType: 'atomic', description: 'Worldwide names of the targets.' })
  targetWWNs?: string[];
  @Field(2, 'int32', { pointer: true, description: 'Logical unit number of the target.' }) lun?: number;
  @Field(3, 'string', { description: 'Type of the file system. Default: ext4.' }) fsType?: string;
  @Field(4, 'bool', { description: 'Whether the volume is read-only. Default: false.' }) readOnly?: boolean;
  @Field(5, listOf('string'), { listType: 'atomic', description: 'Worldwide identifiers of the disk.' })
  wwids?: string[];
}

@Struct('core.v1.FlockerVolumeSource', { description: 'A dataset of Flocker, by name or UUID.' })
export class FlockerVolumeSource {
  @Field(1, 'string', { description: 'Name of the dataset. Deprecated.' }) datasetName?: string;
  @Field(2, 'string', { description: 'UUID of the dataset.' }) datasetUUID?: string;
}
