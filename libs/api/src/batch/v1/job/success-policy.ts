import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';

@Struct('batch.v1.SuccessPolicyRule', {
  since: 30,
  description: 'A condition for the success of a Job. At least one field is set.',
})
export class SuccessPolicyRule {
  @Field(1, 'string', {
    pointer: true,
    since: 30,
    description: 'Indexes that must succeed, as ranges: `1,3-5,7`. With a count: the indexes that are counted.',
  })
  succeededIndexes?: string;
  @Field(2, 'int32', { pointer: true, since: 30, description: 'Number of indexes that must succeed.' })
  succeededCount?: number;
}

@Struct('batch.v1.SuccessPolicy', {
  since: 30,
  description: 'When an indexed job counts as succeeded before all indexes have.',
})
export class SuccessPolicy {
  @Field(1, listOf(() => SuccessPolicyRule), {
    required: true,
    listType: 'atomic',
    since: 30,
    description: 'Rules, one of which must hold.',
  })
  rules: SuccessPolicyRule[] | null;
}
