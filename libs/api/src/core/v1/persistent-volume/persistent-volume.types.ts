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

@Struct('core.v1.PersistentVolumeSource')
export class PersistentVolumeSource {
  @Field(1, () => GCEPersistentDiskVolumeSource, { pointer: true }) gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  @Field(2, () => AWSElasticBlockStoreVolumeSource, { pointer: true })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  @Field(3, () => HostPathVolumeSource, { pointer: true }) hostPath?: HostPathVolumeSource;
  @Field(4, () => GlusterfsPersistentVolumeSource, { pointer: true }) glusterfs?: GlusterfsPersistentVolumeSource;
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
  @Field(20, () => LocalVolumeSource, { pointer: true }) local?: LocalVolumeSource;
  @Field(21, () => StorageOSPersistentVolumeSource, { pointer: true }) storageos?: StorageOSPersistentVolumeSource;
  @Field(22, () => CSIPersistentVolumeSource, { pointer: true }) csi?: CSIPersistentVolumeSource;
}

@Struct('core.v1.VolumeNodeAffinity')
export class VolumeNodeAffinity {
  @Field(1, () => NodeSelector, { pointer: true }) required?: NodeSelector;
}

@Struct('core.v1.PersistentVolumeSpec', { inline: [{ number: 2, type: () => PersistentVolumeSource }] })
export class PersistentVolumeSpec extends PersistentVolumeSource {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) capacity?: Record<string, string>;
  @Field(3, listOf(enumOf('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')), {
    goType: '[]v1.PersistentVolumeAccessMode',
    listType: 'atomic',
  })
  accessModes?: string[];
  @Field(4, () => ObjectReference, { pointer: true, structType: 'granular' }) claimRef?: ObjectReference;
  @Field(5, enumOf('Recycle', 'Delete', 'Retain'), { goType: 'v1.PersistentVolumeReclaimPolicy', default: 'Retain' })
  persistentVolumeReclaimPolicy?: string;
  @Field(6, 'string') storageClassName?: string;
  @Field(7, listOf('string'), { listType: 'atomic' }) mountOptions?: string[];
  @Field(8, enumOf('Block', 'Filesystem'), { goType: 'v1.PersistentVolumeMode', pointer: true, default: 'Filesystem' })
  volumeMode?: string;
  @Field(9, () => VolumeNodeAffinity, { pointer: true }) nodeAffinity?: VolumeNodeAffinity;
  @Field(10, 'string', { pointer: true, featureGate: 'VolumeAttributesClass', since: 29 })
  volumeAttributesClassName?: string;
}

@Struct('core.v1.PersistentVolumeStatus')
export class PersistentVolumeStatus {
  @Field(1, enumOf('Pending', 'Available', 'Bound', 'Released', 'Failed'), {
    goType: 'v1.PersistentVolumePhase',
    default: 'Pending',
  })
  phase?: string;
  @Field(2, 'string') message?: string;
  @Field(3, 'string') reason?: string;
  @Field(4, 'time', { pointer: true, since: 28 }) lastPhaseTransitionTime?: string;
}

@Struct('core.v1.PersistentVolume', {
  typeMeta: true,
  description: 'A piece of storage that lives longer than the pods that use it.',
})
export class PersistentVolume extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => PersistentVolumeSpec) spec?: PersistentVolumeSpec;
  @Field(3, () => PersistentVolumeStatus) status?: PersistentVolumeStatus;
}
