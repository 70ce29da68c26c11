import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('batch.v1.SuccessPolicyRule', { since: 30 })
export class SuccessPolicyRule {
  @Field(1, 'string', { pointer: true, since: 30 }) succeededIndexes?: string;
  @Field(2, 'int32', { pointer: true, since: 30 }) succeededCount?: number;
}

@Struct('batch.v1.SuccessPolicy', {
  since: 30,
  description: 'When an indexed job counts as succeeded before all indexes have.',
})
export class SuccessPolicy {
  @Field(1, listOf(() => SuccessPolicyRule), { required: true, listType: 'atomic', since: 30 })
  rules: SuccessPolicyRule[];
}
