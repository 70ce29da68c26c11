import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';

@Struct('core.v1.TopologySelectorLabelRequirement', { description: 'A condition on a label of the topology.' })
export class TopologySelectorLabelRequirement {
  @Field(1, 'string', { required: true, description: 'Key of the label.' }) key: string;
  @Field(2, listOf('string'), { required: true, listType: 'atomic', description: 'Values, one of which must match.' })
  values: string[] | null;
}

@Struct('core.v1.TopologySelectorTerm', {
  structType: 'atomic',
  description: 'Conditions on the topology, all of which must hold. An empty term matches everything.',
})
export class TopologySelectorTerm {
  @Field(1, listOf(() => TopologySelectorLabelRequirement), {
    listType: 'atomic',
    description: 'Conditions on labels.',
  })
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}
