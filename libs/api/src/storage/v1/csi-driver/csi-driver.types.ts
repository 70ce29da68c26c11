import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('storage.v1.TokenRequest')
export class TokenRequest {
  @Field(1, 'string', { required: true, default: '' }) audience: string;
  @Field(2, 'int64', { pointer: true }) expirationSeconds?: number;
}

@Struct('storage.v1.CSIDriverSpec')
export class CSIDriverSpec {
  @Field(1, 'bool', { pointer: true, default: true }) attachRequired?: boolean;
  @Field(2, 'bool', { pointer: true, default: false }) podInfoOnMount?: boolean;
  @Field(3, listOf(enumOf('Persistent', 'Ephemeral')), {
    goType: '[]v1.VolumeLifecycleMode',
    listType: 'set',
    default: ['Persistent'],
  })
  volumeLifecycleModes?: string[];
  @Field(4, 'bool', { pointer: true, featureGate: 'CSIStorageCapacity', default: false }) storageCapacity?: boolean;
  @Field(5, enumOf('ReadWriteOnceWithFSType', 'File', 'None'), {
    goType: 'v1.FSGroupPolicy',
    pointer: true,
    default: 'ReadWriteOnceWithFSType',
  })
  fsGroupPolicy?: string;
  @Field(6, listOf(() => TokenRequest), { listType: 'atomic' }) tokenRequests?: TokenRequest[];
  @Field(7, 'bool', { pointer: true, default: false }) requiresRepublish?: boolean;
  @Field(8, 'bool', { pointer: true, featureGate: 'SELinuxMountReadWriteOncePod', since: 25 })
  seLinuxMount?: boolean;
  @Field(9, 'int64', { pointer: true, featureGate: 'MutableCSINodeAllocatableCount', since: 33 })
  nodeAllocatableUpdatePeriodSeconds?: number;
  @Field(10, 'bool', { pointer: true, featureGate: 'CSIServiceAccountTokenSecrets', since: 35 })
  serviceAccountTokenInSecrets?: boolean;
  @Field(11, 'bool', { pointer: true, featureGate: 'VolumeLimitScaling', since: 36 })
  preventPodSchedulingIfMissing?: boolean;
}

@Struct('storage.v1.CSIDriver', { typeMeta: true, description: 'Requirements and capabilities of a storage driver.' })
export class CSIDriver extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CSIDriverSpec, { required: true }) spec: CSIDriverSpec;
}
