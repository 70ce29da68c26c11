import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';

@Struct('core.v1.TopologySelectorLabelRequirement')
export class TopologySelectorLabelRequirement {
  @Field(1, 'string', { required: true }) key: string;
  @Field(2, listOf('string'), { required: true, listType: 'atomic' }) values: string[];
}

@Struct('core.v1.TopologySelectorTerm', { structType: 'atomic' })
export class TopologySelectorTerm {
  @Field(1, listOf(() => TopologySelectorLabelRequirement), { listType: 'atomic' })
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}
