import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('coordination.v1beta1.LeaseCandidateSpec', {
  since: 33,
  description: 'A component that may become the holder of a Lease.',
})
export class LeaseCandidateSpec {
  @Field(1, 'string', { required: true, since: 33, description: 'Lease that the candidate competes for.' })
  leaseName: string;
  @Field(2, 'microTime', {
    pointer: true,
    since: 33,
    description: 'When the coordinator last asked whether the candidate is alive.',
  })
  pingTime?: string;
  @Field(3, 'microTime', { pointer: true, since: 33, description: 'When the candidate last answered.' })
  renewTime?: string;
  @Field(4, 'string', { required: true, since: 33, description: 'Version of the component.' }) binaryVersion: string;
  @Field(5, 'string', { since: 33, description: 'Version that the component emulates, at most `binaryVersion`.' })
  emulationVersion?: string;
  @Field(6, enumOf('OldestEmulationVersion'), {
    goType: 'v1.CoordinatedLeaseStrategy',
    since: 33,
    description: 'How the coordinator selects the holder.',
  })
  strategy?: string;
}

@Struct('coordination.v1beta1.LeaseCandidate', {
  typeMeta: true,
  since: 33,
  description: 'A candidate for the leadership of a lease, with its version.',
})
export class LeaseCandidate extends KindObject {
  @Field(1, () => ObjectMeta, { since: 33 }) metadata: ObjectMeta;
  @Field(2, () => LeaseCandidateSpec, { since: 33 }) spec?: LeaseCandidateSpec;
}
