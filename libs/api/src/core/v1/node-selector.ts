import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';

@Struct('core.v1.NodeSelectorRequirement')
export class NodeSelectorRequirement {
  @Field(1, 'string', { required: true }) key: string;
  @Field(2, enumOf('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'), {
    goType: 'v1.NodeSelectorOperator',
    required: true,
  })
  operator: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) values?: string[];
}

@Struct('core.v1.NodeSelectorTerm', { structType: 'atomic' })
export class NodeSelectorTerm {
  @Field(1, listOf(() => NodeSelectorRequirement), { listType: 'atomic' }) matchExpressions?: NodeSelectorRequirement[];
  @Field(2, listOf(() => NodeSelectorRequirement), { listType: 'atomic' }) matchFields?: NodeSelectorRequirement[];
}

@Struct('core.v1.NodeSelector', { structType: 'atomic' })
export class NodeSelector {
  @Field(1, listOf(() => NodeSelectorTerm), { required: true, listType: 'atomic' })
  nodeSelectorTerms: NodeSelectorTerm[];
}
