import { Field, Struct } from '../../../definition/decorators.js';
import { openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('coordination.v1.LeaseSpec', { description: 'Holder and times of a Lease.' })
export class LeaseSpec {
  @Field(1, 'string', { pointer: true, description: 'Current holder of the lease.' }) holderIdentity?: string;
  @Field(2, 'int32', {
    pointer: true,
    description: 'How long other candidates must wait after renewTime before they acquire it.',
  })
  leaseDurationSeconds?: number;
  @Field(3, 'microTime', { pointer: true, description: 'When the holder acquired the lease.' }) acquireTime?: string;
  @Field(4, 'microTime', { pointer: true, description: 'When the holder last renewed the lease.' }) renewTime?: string;
  @Field(5, 'int32', { pointer: true, description: 'Number of changes of the holder.' }) leaseTransitions?: number;
  @Field(6, openEnumOf('OldestEmulationVersion'), {
    goType: 'v1.CoordinatedLeaseStrategy',
    pointer: true,
    featureGate: 'CoordinatedLeaderElection',
    since: 31,
    description: 'How a coordinator selects the holder: OldestEmulationVersion. Absent: holders decide themselves.',
  })
  strategy?: string;
  @Field(7, 'string', {
    pointer: true,
    featureGate: 'CoordinatedLeaderElection',
    since: 31,
    description: 'Candidate to which the holder should give the lease. Only with `strategy`.',
  })
  preferredHolder?: string;
}

@Struct('coordination.v1.Lease', {
  typeMeta: true,
  description: 'A lock with an expiry, which its holder renews: for leader election and node heartbeats.',
})
export class Lease extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => LeaseSpec) spec?: LeaseSpec;
}
