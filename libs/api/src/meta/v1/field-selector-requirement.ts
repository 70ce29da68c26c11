import { Field, Struct } from '../../definition/decorators.js';
import { listOf, openEnumOf } from '../../definition/field-type.js';

@Struct('meta.v1.FieldSelectorRequirement', { since: 31, description: 'A condition on a field.' })
export class FieldSelectorRequirement {
  @Field(1, 'string', { required: true, since: 31, description: 'Name of the field, as in a field selector.' })
  key: string;
  @Field(2, openEnumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), {
    goType: 'v1.FieldSelectorOperator',
    required: true,
    since: 31,
    description: 'Relation of field and values: In, NotIn, Exists or DoesNotExist.',
  })
  operator: string;
  @Field(3, listOf('string'), {
    listType: 'atomic',
    since: 31,
    description: 'Values for In and NotIn, at least one. Empty for the other operators.',
  })
  values?: string[];
}
