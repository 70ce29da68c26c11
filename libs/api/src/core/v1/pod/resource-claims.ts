import { Field, Struct } from '../../../definition/decorators.js';

@Struct('core.v1.ClaimSource', { since: 26, last: 30 })
export class ClaimSource {
  @Field(1, 'string', { pointer: true, since: 26, last: 30 }) resourceClaimName?: string;
  @Field(2, 'string', { pointer: true, since: 26, last: 30 }) resourceClaimTemplateName?: string;
}

@Struct('core.v1.PodResourceClaim', { since: 26 })
export class PodResourceClaim {
  @Field(1, 'string', { required: true, since: 26 }) name: string;
  @Field(2, () => ClaimSource, { since: 26, last: 30 }) source?: ClaimSource;
  @Field(3, 'string', { pointer: true, since: 31 }) resourceClaimName?: string;
  @Field(4, 'string', { pointer: true, since: 31 }) resourceClaimTemplateName?: string;
}
