import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../definition/field-type.js';

@Struct('meta.v1.LabelSelectorRequirement')
export class LabelSelectorRequirement {
  @Field(1, 'string', { required: true }) key: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist'), { goType: 'v1.LabelSelectorOperator', required: true })
  operator: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) values?: string[];
}

@Struct('meta.v1.LabelSelector', {
  structType: 'atomic',
  description:
    'Selects objects by labels; all requirements must match. An empty selector matches all objects, an absent one none.',
})
export class LabelSelector {
  @Field(1, mapOf('string')) matchLabels?: Record<string, string>;
  @Field(2, listOf(() => LabelSelectorRequirement), { listType: 'atomic' })
  matchExpressions?: LabelSelectorRequirement[];
}
