import { Field, Struct } from '../../../definition/decorators.js';

@Struct('core.v1.ClaimSource', {
  since: 26,
  last: 30,
  description: 'Source of a resource claim of a pod. Exactly one is set.',
})
export class ClaimSource {
  @Field(1, 'string', { pointer: true, since: 26, last: 30, description: 'Name of an existing ResourceClaim.' })
  resourceClaimName?: string;
  @Field(2, 'string', {
    pointer: true,
    since: 26,
    last: 30,
    description: 'Name of a ResourceClaimTemplate, from which a claim for the pod is created.',
  })
  resourceClaimTemplateName?: string;
}

@Struct('core.v1.PodResourceClaim', {
  since: 26,
  description: 'A resource claim of a pod. Exactly one source is set.',
  describedAs: () => ClaimSource,
})
export class PodResourceClaim {
  @Field(1, 'string', { required: true, since: 26, description: 'Name of the claim in the pod, a DNS label.' })
  name: string;
  @Field(2, () => ClaimSource, { since: 26, last: 30, description: 'Source of the claim.' }) source?: ClaimSource;
  @Field(3, 'string', { pointer: true, since: 31 }) resourceClaimName?: string;
  @Field(4, 'string', { pointer: true, since: 31 }) resourceClaimTemplateName?: string;
}
