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

@Struct('core.v1.VolumeSource')
export class VolumeSource {
  @Field(1, () => HostPathVolumeSource, { pointer: true }) hostPath?: HostPathVolumeSource;
  @Field(2, () => EmptyDirVolumeSource, { pointer: true }) emptyDir?: EmptyDirVolumeSource;
  @Field(3, () => GCEPersistentDiskVolumeSource, { pointer: true }) gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  @Field(4, () => AWSElasticBlockStoreVolumeSource, { pointer: true })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  @Field(5, () => GitRepoVolumeSource, { pointer: true }) gitRepo?: GitRepoVolumeSource;
  @Field(6, () => SecretVolumeSource, { pointer: true }) secret?: SecretVolumeSource;
  @Field(7, () => NFSVolumeSource, { pointer: true }) nfs?: NFSVolumeSource;
  @Field(8, () => ISCSIVolumeSource, { pointer: true }) iscsi?: ISCSIVolumeSource;
  @Field(9, () => GlusterfsVolumeSource, { pointer: true }) glusterfs?: GlusterfsVolumeSource;
  @Field(10, () => PersistentVolumeClaimVolumeSource, { pointer: true })
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  @Field(11, () => RBDVolumeSource, { pointer: true }) rbd?: RBDVolumeSource;
  @Field(12, () => FlexVolumeSource, { pointer: true }) flexVolume?: FlexVolumeSource;
  @Field(13, () => CinderVolumeSource, { pointer: true }) cinder?: CinderVolumeSource;
  @Field(14, () => CephFSVolumeSource, { pointer: true }) cephfs?: CephFSVolumeSource;
  @Field(15, () => FlockerVolumeSource, { pointer: true }) flocker?: FlockerVolumeSource;
  @Field(16, () => DownwardAPIVolumeSource, { pointer: true }) downwardAPI?: DownwardAPIVolumeSource;
  @Field(17, () => FCVolumeSource, { pointer: true }) fc?: FCVolumeSource;
  @Field(18, () => AzureFileVolumeSource, { pointer: true }) azureFile?: AzureFileVolumeSource;
  @Field(19, () => ConfigMapVolumeSource, { pointer: true }) configMap?: ConfigMapVolumeSource;
  @Field(20, () => VsphereVirtualDiskVolumeSource, { pointer: true }) vsphereVolume?: VsphereVirtualDiskVolumeSource;
  @Field(21, () => QuobyteVolumeSource, { pointer: true }) quobyte?: QuobyteVolumeSource;
  @Field(22, () => AzureDiskVolumeSource, { pointer: true }) azureDisk?: AzureDiskVolumeSource;
  @Field(23, () => PhotonPersistentDiskVolumeSource, { pointer: true })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  @Field(26, () => ProjectedVolumeSource, { pointer: true }) projected?: ProjectedVolumeSource;
  @Field(24, () => PortworxVolumeSource, { pointer: true }) portworxVolume?: PortworxVolumeSource;
  @Field(25, () => ScaleIOVolumeSource, { pointer: true }) scaleIO?: ScaleIOVolumeSource;
  @Field(27, () => StorageOSVolumeSource, { pointer: true }) storageos?: StorageOSVolumeSource;
  @Field(28, () => CSIVolumeSource, { pointer: true }) csi?: CSIVolumeSource;
  @Field(29, () => EphemeralVolumeSource, { pointer: true }) ephemeral?: EphemeralVolumeSource;
  @Field(30, () => ImageVolumeSource, { pointer: true, since: 31 }) image?: ImageVolumeSource;
}

@Struct('core.v1.Volume', {
  inline: [{ number: 2, type: () => VolumeSource }],
  description: 'A directory or device that containers of the pod may mount.',
})
export class Volume extends VolumeSource {
  @Field(1, 'string', { required: true }) name: string;
}
