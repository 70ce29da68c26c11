import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('rbac.v1.PolicyRule', { description: 'Verbs that are allowed on resources, or on paths that are none.' })
export class PolicyRule {
  @Field(1, listOf('string'), {
    required: true,
    listType: 'atomic',
    description: 'Verbs that are allowed; `*` is all.',
  })
  verbs: string[];
  @Field(2, listOf('string'), {
    listType: 'atomic',
    description: 'Groups of the resources; empty text is the core group, `*` is all.',
  })
  apiGroups?: string[];
  @Field(3, listOf('string'), {
    listType: 'atomic',
    description: 'Resources and sub-resources (`pods/log`); `*` is all.',
  })
  resources?: string[];
  @Field(4, listOf('string'), { listType: 'atomic', description: 'Names of the objects. Empty: all.' })
  resourceNames?: string[];
  @Field(5, listOf('string'), {
    listType: 'atomic',
    description: 'Paths that are not resources; a final `*` matches the rest. Only in cluster roles.',
  })
  nonResourceURLs?: string[];
}

@Struct('rbac.v1.Role', { typeMeta: true, description: 'Permissions in one namespace.' })
export class Role extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => PolicyRule), { zeroIsShown: true, listType: 'atomic', description: 'Rights of the role.' })
  rules?: PolicyRule[] | null;
}

@Struct('rbac.v1.AggregationRule', { description: 'Cluster roles whose rules are gathered into this one.' })
export class AggregationRule {
  @Field(1, listOf(() => LabelSelector), {
    listType: 'atomic',
    description: 'Labels of cluster roles whose rules are joined; one selector must match.',
  })
  clusterRoleSelectors?: LabelSelector[];
}

@Struct('rbac.v1.ClusterRole', {
  typeMeta: true,
  description: 'Permissions in the whole cluster, or in the namespace of a binding that refers to it.',
})
export class ClusterRole extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => PolicyRule), {
    zeroIsShown: true,
    listType: 'atomic',
    description: 'Rights of the role. Maintained by the server if there is an aggregation rule.',
  })
  rules?: PolicyRule[] | null;
  @Field(3, () => AggregationRule, {
    pointer: true,
    description: 'Other cluster roles from which the rules are taken.',
  })
  aggregationRule?: AggregationRule;
}
