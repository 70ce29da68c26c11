import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';

@Struct('meta.v1.FieldSelectorRequirement', { since: 31 })
export class FieldSelectorRequirement {
  @Field(1, 'string', { required: true, since: 31 }) key: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), {
    goType: 'v1.FieldSelectorOperator',
    required: true,
    since: 31,
  })
  operator: string;
  @Field(3, listOf('string'), { listType: 'atomic', since: 31 }) values?: string[];
}
