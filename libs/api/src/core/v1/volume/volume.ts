import { Field, Struct } from '../../../definition/decorators.js';
import { EphemeralVolumeSource, PersistentVolumeClaimVolumeSource } from './claim-sources.js';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud-disk-sources.js';
import { CSIVolumeSource, FlexVolumeSource } from './driver-sources.js';
import {
  CephFSVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  RBDVolumeSource,
} from './network-sources.js';
import {
  EmptyDirVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
} from './node-local-sources.js';
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './projected-sources.js';
import {
  PortworxVolumeSource,
  QuobyteVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './storage-system-sources.js';

@Struct('core.v1.VolumeSource', { description: 'Source of a volume. Exactly one is set.' })
export class VolumeSource {
  @Field(1, () => HostPathVolumeSource, { pointer: true, description: 'A file or directory of the node.' })
  hostPath?: HostPathVolumeSource;
  @Field(2, () => EmptyDirVolumeSource, {
    pointer: true,
    description: 'An empty directory that lives as long as the pod.',
  })
  emptyDir?: EmptyDirVolumeSource;
  @Field(3, () => GCEPersistentDiskVolumeSource, {
    pointer: true,
    description: 'A persistent disk of Google Compute Engine. Deprecated: use a CSI driver.',
  })
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  @Field(4, () => AWSElasticBlockStoreVolumeSource, {
    pointer: true,
    description: 'A disk of AWS Elastic Block Store. Deprecated: use a CSI driver.',
  })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  @Field(5, () => GitRepoVolumeSource, {
    pointer: true,
    description: 'A clone of a Git repository. Deprecated: clone in an init container.',
  })
  gitRepo?: GitRepoVolumeSource;
  @Field(6, () => SecretVolumeSource, { pointer: true, description: 'Keys of a Secret.' }) secret?: SecretVolumeSource;
  @Field(7, () => NFSVolumeSource, { pointer: true, description: 'A directory of an NFS server.' })
  nfs?: NFSVolumeSource;
  @Field(8, () => ISCSIVolumeSource, { pointer: true, description: 'An iSCSI disk.' }) iscsi?: ISCSIVolumeSource;
  @Field(9, () => GlusterfsVolumeSource, {
    pointer: true,
    description: 'A Glusterfs volume. Deprecated and no longer supported by nodes.',
  })
  glusterfs?: GlusterfsVolumeSource;
  @Field(10, () => PersistentVolumeClaimVolumeSource, { pointer: true, description: 'The volume of a claim.' })
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  @Field(11, () => RBDVolumeSource, {
    pointer: true,
    description: 'A Ceph RADOS block device. Deprecated and no longer supported by nodes.',
  })
  rbd?: RBDVolumeSource;
  @Field(12, () => FlexVolumeSource, {
    pointer: true,
    description: 'A volume of a FlexVolume driver. Deprecated: use a CSI driver.',
  })
  flexVolume?: FlexVolumeSource;
  @Field(13, () => CinderVolumeSource, {
    pointer: true,
    description: 'A volume of OpenStack Cinder. Deprecated: use a CSI driver.',
  })
  cinder?: CinderVolumeSource;
  @Field(14, () => CephFSVolumeSource, {
    pointer: true,
    description: 'A Ceph file system. Deprecated and no longer supported by nodes.',
  })
  cephfs?: CephFSVolumeSource;
  @Field(15, () => FlockerVolumeSource, {
    pointer: true,
    description: 'A dataset of Flocker. Deprecated and no longer supported by nodes.',
  })
  flocker?: FlockerVolumeSource;
  @Field(16, () => DownwardAPIVolumeSource, { pointer: true, description: 'Facts about the pod.' })
  downwardAPI?: DownwardAPIVolumeSource;
  @Field(17, () => FCVolumeSource, { pointer: true, description: 'A Fibre Channel disk.' }) fc?: FCVolumeSource;
  @Field(18, () => AzureFileVolumeSource, {
    pointer: true,
    description: 'A share of Azure File. Deprecated: use a CSI driver.',
  })
  azureFile?: AzureFileVolumeSource;
  @Field(19, () => ConfigMapVolumeSource, { pointer: true, description: 'Keys of a ConfigMap.' })
  configMap?: ConfigMapVolumeSource;
  @Field(20, () => VsphereVirtualDiskVolumeSource, {
    pointer: true,
    description: 'A virtual disk of vSphere. Deprecated: use a CSI driver.',
  })
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  @Field(21, () => QuobyteVolumeSource, {
    pointer: true,
    description: 'A Quobyte volume. Deprecated and no longer supported by nodes.',
  })
  quobyte?: QuobyteVolumeSource;
  @Field(22, () => AzureDiskVolumeSource, {
    pointer: true,
    description: 'A data disk of Azure. Deprecated: use a CSI driver.',
  })
  azureDisk?: AzureDiskVolumeSource;
  @Field(23, () => PhotonPersistentDiskVolumeSource, {
    pointer: true,
    description: 'A persistent disk of Photon Controller. Deprecated and no longer supported by nodes.',
  })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  @Field(26, () => ProjectedVolumeSource, { pointer: true, description: 'Several sources in one directory.' })
  projected?: ProjectedVolumeSource;
  @Field(24, () => PortworxVolumeSource, {
    pointer: true,
    description: 'A Portworx volume. Deprecated: use a CSI driver.',
  })
  portworxVolume?: PortworxVolumeSource;
  @Field(25, () => ScaleIOVolumeSource, {
    pointer: true,
    description: 'A ScaleIO volume. Deprecated and no longer supported by nodes.',
  })
  scaleIO?: ScaleIOVolumeSource;
  @Field(27, () => StorageOSVolumeSource, {
    pointer: true,
    description: 'A StorageOS volume. Deprecated and no longer supported by nodes.',
  })
  storageos?: StorageOSVolumeSource;
  @Field(28, () => CSIVolumeSource, { pointer: true, description: 'A volume that a CSI driver provides for the pod.' })
  csi?: CSIVolumeSource;
  @Field(29, () => EphemeralVolumeSource, {
    pointer: true,
    description: 'A claim that is created for the pod and deleted with it.',
  })
  ephemeral?: EphemeralVolumeSource;
  @Field(30, () => ImageVolumeSource, {
    pointer: true,
    since: 31,
    description: 'The content of an image or other OCI artifact.',
  })
  image?: ImageVolumeSource;
}

@Struct('core.v1.Volume', {
  inline: [{ number: 2, type: () => VolumeSource }],
  description: 'A directory or device that containers of the pod may mount.',
})
export class Volume extends VolumeSource {
  @Field(1, 'string', { required: true, description: 'Name of the volume, a DNS label unique in the pod.' })
  name: string;
}
