import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';

@Struct('core.v1.NodeSelectorRequirement', { description: 'A condition on a label or field of a node.' })
export class NodeSelectorRequirement {
  @Field(1, 'string', { required: true, description: 'Key of the label.' }) key: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'), {
    goType: 'v1.NodeSelectorOperator',
    required: true,
    description: 'Relation of label and values: In, NotIn, Exists, DoesNotExist, Gt or Lt.',
  })
  operator: string;
  @Field(3, listOf('string'), {
    listType: 'atomic',
    description: 'Values for In and NotIn; one whole number for Gt and Lt; none for the others.',
  })
  values?: string[];
}

@Struct('core.v1.NodeSelectorTerm', {
  structType: 'atomic',
  description: 'Conditions on a node, all of which must hold. An empty term matches no node.',
})
export class NodeSelectorTerm {
  @Field(1, listOf(() => NodeSelectorRequirement), { listType: 'atomic', description: 'Conditions on labels.' })
  matchExpressions?: NodeSelectorRequirement[];
  @Field(2, listOf(() => NodeSelectorRequirement), {
    listType: 'atomic',
    description: 'Conditions on fields: `metadata.name`.',
  })
  matchFields?: NodeSelectorRequirement[];
}

@Struct('core.v1.NodeSelector', { structType: 'atomic', description: 'A set of nodes.' })
export class NodeSelector {
  @Field(1, listOf(() => NodeSelectorTerm), {
    required: true,
    listType: 'atomic',
    description: 'Terms, one of which must match.',
  })
  nodeSelectorTerms: NodeSelectorTerm[] | null;
}
