import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.TokenRequest', { description: 'A token that a CSI driver gets for the service account of a pod.' })
export class TokenRequest {
  @Field(1, 'string', {
    required: true,
    default: '',
    description: 'Audience of the token. Empty: that of the API server.',
  })
  audience: string;
  @Field(2, 'int64', {
    pointer: true,
    description: 'Lifetime of the token in seconds. Default: that of token requests.',
  })
  expirationSeconds?: number;
}

@Struct('storage.v1.CSIDriverSpec', { description: 'Properties of a CSIDriver.' })
export class CSIDriverSpec {
  @Field(1, 'bool', {
    pointer: true,
    default: true,
    description: 'Whether volumes must be attached before they are mounted. Default: true. Cannot be changed.',
  })
  attachRequired?: boolean;
  @Field(2, 'bool', {
    pointer: true,
    default: false,
    description: 'Whether the driver gets name, namespace and service account of the pod. Default: false.',
  })
  podInfoOnMount?: boolean;
  @Field(3, listOf(openEnumOf('Persistent', 'Ephemeral')), {
    goType: '[]v1.VolumeLifecycleMode',
    listType: 'set',
    default: ['Persistent'],
    description: 'Persistent (claims), Ephemeral (volumes in pods) or both. Default: Persistent. Cannot be changed.',
  })
  volumeLifecycleModes?: string[];
  @Field(4, 'bool', {
    pointer: true,
    featureGate: 'CSIStorageCapacity',
    default: false,
    description: 'Whether scheduling considers the free capacity that the driver publishes. Default: false.',
  })
  storageCapacity?: boolean;
  @Field(5, openEnumOf('ReadWriteOnceWithFSType', 'File', 'None'), {
    goType: 'v1.FSGroupPolicy',
    pointer: true,
    default: 'ReadWriteOnceWithFSType',
    description:
      'When the group of a volume is changed: ReadWriteOnceWithFSType, File (always) or None. Default: ReadWriteOnceWithFSType.',
  })
  fsGroupPolicy?: string;
  @Field(6, listOf(() => TokenRequest), {
    listType: 'atomic',
    description: "Tokens of the pod's service account that the driver gets.",
  })
  tokenRequests?: TokenRequest[];
  @Field(7, 'bool', {
    pointer: true,
    default: false,
    description: 'Whether the driver is called repeatedly for mounted volumes. Default: false.',
  })
  requiresRepublish?: boolean;
  @Field(8, 'bool', {
    pointer: true,
    featureGate: 'SELinuxMountReadWriteOncePod',
    since: 25,
    default: false,
    description: 'Whether the driver supports SELinux labels as a mount option. Default: false.',
  })
  seLinuxMount?: boolean;
  @Field(9, 'int64', {
    pointer: true,
    featureGate: 'MutableCSINodeAllocatableCount',
    since: 33,
    description: 'Seconds between updates of the number of volumes per node, at least 10. Default: no updates.',
  })
  nodeAllocatableUpdatePeriodSeconds?: number;
  @Field(10, 'bool', {
    pointer: true,
    featureGate: 'CSIServiceAccountTokenSecrets',
    since: 35,
    description: 'Whether tokens are given as secrets instead of volume attributes. Default: false.',
  })
  serviceAccountTokenInSecrets?: boolean;
  @Field(11, 'bool', {
    pointer: true,
    featureGate: 'VolumeLimitScaling',
    since: 36,
    description: 'Whether pods are not scheduled to nodes without the driver. Default: false.',
  })
  preventPodSchedulingIfMissing?: boolean;
}

@Struct('storage.v1.CSIDriver', { typeMeta: true, description: 'Requirements and capabilities of a storage driver.' })
export class CSIDriver extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CSIDriverSpec, { required: true }) spec: CSIDriverSpec;
}
