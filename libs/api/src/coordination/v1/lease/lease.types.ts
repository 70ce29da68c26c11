import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('coordination.v1.LeaseSpec')
export class LeaseSpec {
  @Field(1, 'string', { pointer: true, description: 'Current holder of the lease.' }) holderIdentity?: string;
  @Field(2, 'int32', {
    pointer: true,
    description: 'How long other candidates must wait after renewTime before they acquire it.',
  })
  leaseDurationSeconds?: number;
  @Field(3, 'microTime', { pointer: true }) acquireTime?: string;
  @Field(4, 'microTime', { pointer: true }) renewTime?: string;
  @Field(5, 'int32', { pointer: true }) leaseTransitions?: number;
  @Field(6, enumOf('OldestEmulationVersion'), {
    goType: 'v1.CoordinatedLeaseStrategy',
    pointer: true,
    featureGate: 'CoordinatedLeaderElection',
    since: 31,
  })
  strategy?: string;
  @Field(7, 'string', { pointer: true, featureGate: 'CoordinatedLeaderElection', since: 31 }) preferredHolder?: string;
}

@Struct('coordination.v1.Lease', {
  typeMeta: true,
  description: 'A lock with an expiry, which its holder renews: for leader election and node heartbeats.',
})
export class Lease extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => LeaseSpec) spec?: LeaseSpec;
}
