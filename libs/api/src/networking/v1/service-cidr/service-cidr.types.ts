import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.ServiceCIDRSpec', { since: 33, description: 'Properties of a ServiceCIDR.' })
export class ServiceCIDRSpec {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    since: 33,
    description: 'IP ranges of services, one per IP family. Cannot be changed.',
  })
  cidrs?: string[];
}

@Struct('networking.v1.ServiceCIDRStatus', { since: 33, description: 'Observed state of a ServiceCIDR.' })
export class ServiceCIDRStatus {
  @Field(1, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 33,
    description: 'Conditions: Ready.',
  })
  conditions?: Condition[];
}

@Struct('networking.v1.ServiceCIDR', {
  typeMeta: true,
  since: 33,
  description: 'A range of addresses for services, at most one a family.',
})
export class ServiceCIDR extends KindObject {
  @Field(1, () => ObjectMeta, { since: 33 }) metadata: ObjectMeta;
  @Field(2, () => ServiceCIDRSpec, { since: 33 }) spec?: ServiceCIDRSpec;
  @Field(3, () => ServiceCIDRStatus, { since: 33 }) status?: ServiceCIDRStatus;
}
