import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf, openEnumOf } from '../../definition/field-type.js';

@Struct('meta.v1.LabelSelectorRequirement', { description: 'A condition on a label.' })
export class LabelSelectorRequirement {
  @Field(1, 'string', { required: true, description: 'Key of the label.' }) key: string;
  @Field(2, openEnumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), {
    goType: 'v1.LabelSelectorOperator',
    required: true,
    description: 'Relation of label and values: In, NotIn, Exists or DoesNotExist.',
  })
  operator: string;
  @Field(3, listOf('string'), {
    listType: 'atomic',
    description: 'Values for In and NotIn, at least one. Empty for the other operators.',
  })
  values?: string[];
}

@Struct('meta.v1.LabelSelector', {
  structType: 'atomic',
  description:
    'Selects objects by labels; all requirements must match. An empty selector matches all objects, an absent one none.',
})
export class LabelSelector {
  @Field(1, mapOf('string'), { description: 'Labels that an object must have, with their values.' })
  matchLabels?: Record<string, string>;
  @Field(2, listOf(() => LabelSelectorRequirement), {
    listType: 'atomic',
    description: 'Conditions on labels, all of which must hold.',
  })
  matchExpressions?: LabelSelectorRequirement[];
}
