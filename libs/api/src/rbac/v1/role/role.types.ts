import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('rbac.v1.PolicyRule', { description: 'Verbs that are allowed on resources, or on paths that are none.' })
export class PolicyRule {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) verbs: string[];
  @Field(2, listOf('string'), { listType: 'atomic' }) apiGroups?: string[];
  @Field(3, listOf('string'), { listType: 'atomic' }) resources?: string[];
  @Field(4, listOf('string'), { listType: 'atomic' }) resourceNames?: string[];
  @Field(5, listOf('string'), { listType: 'atomic' }) nonResourceURLs?: string[];
}

@Struct('rbac.v1.Role', { typeMeta: true, description: 'Permissions in one namespace.' })
export class Role extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => PolicyRule), { listType: 'atomic' }) rules?: PolicyRule[];
}

@Struct('rbac.v1.AggregationRule', { description: 'Cluster roles whose rules are gathered into this one.' })
export class AggregationRule {
  @Field(1, listOf(() => LabelSelector), { listType: 'atomic' }) clusterRoleSelectors?: LabelSelector[];
}

@Struct('rbac.v1.ClusterRole', {
  typeMeta: true,
  description: 'Permissions in the whole cluster, or in the namespace of a binding that refers to it.',
})
export class ClusterRole extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => PolicyRule), { listType: 'atomic' }) rules?: PolicyRule[];
  @Field(3, () => AggregationRule, { pointer: true }) aggregationRule?: AggregationRule;
}
