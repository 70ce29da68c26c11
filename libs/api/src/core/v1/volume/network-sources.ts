import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { LocalObjectReference, SecretReference } from '../references.js';

@Struct('core.v1.NFSVolumeSource')
export class NFSVolumeSource {
  @Field(1, 'string', { required: true }) server: string;
  @Field(2, 'string', { required: true }) path: string;
  @Field(3, 'bool') readOnly?: boolean;
}

@Struct('core.v1.ISCSIVolumeSource')
export class ISCSIVolumeSource {
  @Field(1, 'string', { required: true }) targetPortal: string;
  @Field(2, 'string', { required: true }) iqn: string;
  @Field(3, 'int32', { required: true }) lun: number;
  @Field(4, 'string', { default: 'default' }) iscsiInterface?: string;
  @Field(5, 'string') fsType?: string;
  @Field(6, 'bool') readOnly?: boolean;
  @Field(7, listOf('string'), { listType: 'atomic' }) portals?: string[];
  @Field(8, 'bool') chapAuthDiscovery?: boolean;
  @Field(11, 'bool') chapAuthSession?: boolean;
  @Field(10, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
  @Field(12, 'string', { pointer: true }) initiatorName?: string;
}

@Struct('core.v1.ISCSIPersistentVolumeSource')
export class ISCSIPersistentVolumeSource {
  @Field(1, 'string', { required: true }) targetPortal: string;
  @Field(2, 'string', { required: true }) iqn: string;
  @Field(3, 'int32', { required: true }) lun: number;
  @Field(4, 'string', { default: 'default' }) iscsiInterface?: string;
  @Field(5, 'string') fsType?: string;
  @Field(6, 'bool') readOnly?: boolean;
  @Field(7, listOf('string'), { listType: 'atomic' }) portals?: string[];
  @Field(8, 'bool') chapAuthDiscovery?: boolean;
  @Field(11, 'bool') chapAuthSession?: boolean;
  @Field(10, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(12, 'string', { pointer: true }) initiatorName?: string;
}

@Struct('core.v1.GlusterfsVolumeSource')
export class GlusterfsVolumeSource {
  @Field(1, 'string', { required: true }) endpoints: string;
  @Field(2, 'string', { required: true }) path: string;
  @Field(3, 'bool') readOnly?: boolean;
}

@Struct('core.v1.GlusterfsPersistentVolumeSource')
export class GlusterfsPersistentVolumeSource {
  @Field(1, 'string', { required: true }) endpoints: string;
  @Field(2, 'string', { required: true }) path: string;
  @Field(3, 'bool') readOnly?: boolean;
  @Field(4, 'string', { pointer: true }) endpointsNamespace?: string;
}

@Struct('core.v1.RBDVolumeSource')
export class RBDVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[];
  @Field(2, 'string', { required: true }) image: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'string', { default: 'rbd' }) pool?: string;
  @Field(5, 'string', { default: 'admin' }) user?: string;
  @Field(6, 'string', { default: '/etc/ceph/keyring' }) keyring?: string;
  @Field(7, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
  @Field(8, 'bool') readOnly?: boolean;
}

@Struct('core.v1.RBDPersistentVolumeSource')
export class RBDPersistentVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[];
  @Field(2, 'string', { required: true }) image: string;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'string', { default: 'rbd' }) pool?: string;
  @Field(5, 'string', { default: 'admin' }) user?: string;
  @Field(6, 'string', { default: '/etc/ceph/keyring' }) keyring?: string;
  @Field(7, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(8, 'bool') readOnly?: boolean;
}

@Struct('core.v1.CephFSVolumeSource')
export class CephFSVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[];
  @Field(2, 'string') path?: string;
  @Field(3, 'string') user?: string;
  @Field(4, 'string') secretFile?: string;
  @Field(5, () => LocalObjectReference, { pointer: true }) secretRef?: LocalObjectReference;
  @Field(6, 'bool') readOnly?: boolean;
}

@Struct('core.v1.CephFSPersistentVolumeSource')
export class CephFSPersistentVolumeSource {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) monitors: string[];
  @Field(2, 'string') path?: string;
  @Field(3, 'string') user?: string;
  @Field(4, 'string') secretFile?: string;
  @Field(5, () => SecretReference, { pointer: true }) secretRef?: SecretReference;
  @Field(6, 'bool') readOnly?: boolean;
}

@Struct('core.v1.FCVolumeSource')
export class FCVolumeSource {
  @Field(1, listOf('string'), { listType: 'atomic' }) targetWWNs?: string[];
  @Field(2, 'int32', { pointer: true }) lun?: number;
  @Field(3, 'string') fsType?: string;
  @Field(4, 'bool') readOnly?: boolean;
  @Field(5, listOf('string'), { listType: 'atomic' }) wwids?: string[];
}

@Struct('core.v1.FlockerVolumeSource')
export class FlockerVolumeSource {
  @Field(1, 'string') datasetName?: string;
  @Field(2, 'string') datasetUUID?: string;
}
