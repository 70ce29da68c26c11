import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { NodeSelector } from '../node-selector.js';
import { ObjectReference } from '../references.js';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  CinderPersistentVolumeSource,
  GCEPersistentDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from '../volume/cloud-disk-sources.js';
import { CSIPersistentVolumeSource, FlexPersistentVolumeSource } from '../volume/driver-sources.js';
import {
  CephFSPersistentVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  NFSVolumeSource,
  RBDPersistentVolumeSource,
} from '../volume/network-sources.js';
import { HostPathVolumeSource, LocalVolumeSource } from '../volume/node-local-sources.js';
import {
  PortworxVolumeSource,
  QuobyteVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from '../volume/storage-system-sources.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { VolumeSource } from '../volume/volume.js';

@Struct('core.v1.PersistentVolumeSource', {
  description: 'Storage of a PersistentVolume. Exactly one is set.',
  describedAs: () => VolumeSource,
})
export class PersistentVolumeSource {
  @Field(1, () => GCEPersistentDiskVolumeSource, { pointer: true }) gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  @Field(2, () => AWSElasticBlockStoreVolumeSource, { pointer: true })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  @Field(3, () => HostPathVolumeSource, {
    pointer: true,
    description: 'A directory of the node. For tests with one node only.',
  })
  hostPath?: HostPathVolumeSource;
  @Field(4, () => GlusterfsPersistentVolumeSource, {
    pointer: true,
    description: 'A Glusterfs volume. Deprecated and no longer supported by nodes.',
  })
  glusterfs?: GlusterfsPersistentVolumeSource;
  @Field(5, () => NFSVolumeSource, { pointer: true }) nfs?: NFSVolumeSource;
  @Field(6, () => RBDPersistentVolumeSource, { pointer: true }) rbd?: RBDPersistentVolumeSource;
  @Field(7, () => ISCSIPersistentVolumeSource, { pointer: true }) iscsi?: ISCSIPersistentVolumeSource;
  @Field(8, () => CinderPersistentVolumeSource, { pointer: true }) cinder?: CinderPersistentVolumeSource;
  @Field(9, () => CephFSPersistentVolumeSource, { pointer: true }) cephfs?: CephFSPersistentVolumeSource;
  @Field(10, () => FCVolumeSource, { pointer: true }) fc?: FCVolumeSource;
  @Field(11, () => FlockerVolumeSource, { pointer: true }) flocker?: FlockerVolumeSource;
  @Field(12, () => FlexPersistentVolumeSource, { pointer: true }) flexVolume?: FlexPersistentVolumeSource;
  @Field(13, () => AzureFilePersistentVolumeSource, { pointer: true }) azureFile?: AzureFilePersistentVolumeSource;
  @Field(14, () => VsphereVirtualDiskVolumeSource, { pointer: true }) vsphereVolume?: VsphereVirtualDiskVolumeSource;
  @Field(15, () => QuobyteVolumeSource, { pointer: true }) quobyte?: QuobyteVolumeSource;
  @Field(16, () => AzureDiskVolumeSource, { pointer: true }) azureDisk?: AzureDiskVolumeSource;
  @Field(17, () => PhotonPersistentDiskVolumeSource, { pointer: true })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  @Field(18, () => PortworxVolumeSource, { pointer: true }) portworxVolume?: PortworxVolumeSource;
  @Field(19, () => ScaleIOPersistentVolumeSource, { pointer: true }) scaleIO?: ScaleIOPersistentVolumeSource;
  @Field(20, () => LocalVolumeSource, { pointer: true, description: 'A disk or directory of one node.' })
  local?: LocalVolumeSource;
  @Field(21, () => StorageOSPersistentVolumeSource, { pointer: true }) storageos?: StorageOSPersistentVolumeSource;
  @Field(22, () => CSIPersistentVolumeSource, { pointer: true, description: 'A volume of a CSI driver.' })
  csi?: CSIPersistentVolumeSource;
}

@Struct('core.v1.VolumeNodeAffinity', { description: 'Nodes that can use a volume.' })
export class VolumeNodeAffinity {
  @Field(1, () => NodeSelector, { pointer: true, description: 'Labels that a node must have.' })
  required?: NodeSelector;
}

@Struct('core.v1.PersistentVolumeSpec', {
  inline: [{ number: 2, type: () => PersistentVolumeSource }],
  description: 'Properties of a PersistentVolume.',
})
export class PersistentVolumeSpec extends PersistentVolumeSource {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Size of the volume: `storage`.' })
  capacity?: Record<string, string>;
  @Field(3, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
    description:
      'Ways in which the volume can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
  })
  accessModes?: string[];
  @Field(4, () => ObjectReference, {
    pointer: true,
    structType: 'granular',
    description: 'The claim to which the volume is bound.',
  })
  claimRef?: ObjectReference;
  @Field(5, enumOf('Recycle', 'Delete', 'Retain'), {
    goType: 'v1.PersistentVolumeReclaimPolicy',
    default: 'Retain',
    description:
      'What happens to the volume when its claim is deleted: Retain, Delete or Recycle. Default: Retain, or Delete for a provisioned one.',
  })
  persistentVolumeReclaimPolicy?: string;
  @Field(6, 'string', { description: 'StorageClass of the volume. Empty: none.' }) storageClassName?: string;
  @Field(7, listOf('string'), {
    listType: 'atomic',
    description: 'Options for the mount, for example `ro`. Not validated.',
  })
  mountOptions?: string[];
  @Field(8, enumOf('Block', 'Filesystem'), {
    goType: 'v1.PersistentVolumeMode',
    pointer: true,
    default: 'Filesystem',
    description: 'Filesystem or Block. Default: Filesystem.',
  })
  volumeMode?: string;
  @Field(9, () => VolumeNodeAffinity, { pointer: true, description: 'Nodes that can use the volume.' })
  nodeAffinity?: VolumeNodeAffinity;
  @Field(10, 'string', {
    pointer: true,
    featureGate: 'VolumeAttributesClass',
    since: 29,
    description: 'VolumeAttributesClass of the volume. Empty: none.',
  })
  volumeAttributesClassName?: string;
}

@Struct('core.v1.PersistentVolumeStatus', { description: 'Observed state of a PersistentVolume.' })
export class PersistentVolumeStatus {
  @Field(1, enumOf('Pending', 'Available', 'Bound', 'Released', 'Failed'), {
    goType: 'v1.PersistentVolumePhase',
    default: 'Pending',
    description: 'Pending, Available, Bound, Released or Failed.',
  })
  phase?: string;
  @Field(2, 'string', { description: 'Details for people of the phase.' }) message?: string;
  @Field(3, 'string', { description: 'Cause of a failure, in CamelCase.' }) reason?: string;
  @Field(4, 'time', { pointer: true, since: 28, description: 'When the phase last changed.' })
  lastPhaseTransitionTime?: string;
}

@Struct('core.v1.PersistentVolume', {
  typeMeta: true,
  description: 'A piece of storage that lives longer than the pods that use it.',
})
export class PersistentVolume extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PersistentVolumeSpec, { description: 'Properties of the volume.' }) spec?: PersistentVolumeSpec;
  @Field(3, () => PersistentVolumeStatus) status?: PersistentVolumeStatus;
}
