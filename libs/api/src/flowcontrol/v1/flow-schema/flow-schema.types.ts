import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('flowcontrol.v1.PriorityLevelConfigurationReference', {
  since: 29,
  description: 'A PriorityLevelConfiguration.',
})
export class PriorityLevelConfigurationReference {
  @Field(1, 'string', { required: true, since: 29, description: 'Name of the priority level. Required.' }) name: string;
}

@Struct('flowcontrol.v1.FlowDistinguisherMethod', {
  since: 29,
  description: 'How requests of a FlowSchema are divided into flows.',
})
export class FlowDistinguisherMethod {
  @Field(1, openEnumOf('ByUser', 'ByNamespace'), {
    goType: 'v1.FlowDistinguisherMethodType',
    required: true,
    since: 29,
    description: 'ByUser or ByNamespace.',
  })
  type: string;
}

@Struct('flowcontrol.v1.UserSubject', { since: 29, description: 'A user.' })
export class UserSubject {
  @Field(1, 'string', { required: true, since: 29, description: 'Name of the user; `*` is all.' }) name: string;
}

@Struct('flowcontrol.v1.GroupSubject', { since: 29, description: 'A group of users.' })
export class GroupSubject {
  @Field(1, 'string', { required: true, since: 29, description: 'Name of the group; `*` is all.' }) name: string;
}

@Struct('flowcontrol.v1.ServiceAccountSubject', { since: 29, description: 'A service account.' })
export class ServiceAccountSubject {
  @Field(1, 'string', { required: true, since: 29, description: 'Namespace of the service account.' })
  namespace: string;
  @Field(2, 'string', {
    required: true,
    since: 29,
    description: 'Name of the service account; `*` is all of the namespace.',
  })
  name: string;
}

@Struct('flowcontrol.v1.Subject', {
  since: 29,
  unions: [{ discriminator: 'kind', fields: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' } }],
  description: 'Origin of requests. Only the field of the kind is set.',
})
export class Subject {
  @Field(1, openEnumOf('User', 'Group', 'ServiceAccount'), {
    goType: 'v1.SubjectKind',
    required: true,
    since: 29,
    description: 'User, Group or ServiceAccount.',
  })
  kind: string;
  @Field(2, () => UserSubject, { pointer: true, since: 29, description: 'A user.' }) user?: UserSubject;
  @Field(3, () => GroupSubject, { pointer: true, since: 29, description: 'A group of users.' }) group?: GroupSubject;
  @Field(4, () => ServiceAccountSubject, { pointer: true, since: 29, description: 'A service account.' })
  serviceAccount?: ServiceAccountSubject;
}

@Struct('flowcontrol.v1.ResourcePolicyRule', { since: 29, description: 'Requests for resources that match.' })
export class ResourcePolicyRule {
  @Field(1, listOf('string'), {
    required: true,
    listType: 'set',
    since: 29,
    description: 'Verbs; `*` is all and must be alone.',
  })
  verbs: string[] | null;
  @Field(2, listOf('string'), {
    required: true,
    listType: 'set',
    since: 29,
    description: 'Groups of the resources; `*` is all and must be alone.',
  })
  apiGroups: string[] | null;
  @Field(3, listOf('string'), {
    required: true,
    listType: 'set',
    since: 29,
    description: 'Resources and sub-resources; `*` is all and must be alone.',
  })
  resources: string[] | null;
  @Field(4, 'bool', { since: 29, description: 'Whether requests without namespace match.' }) clusterScope?: boolean;
  @Field(5, listOf('string'), {
    zeroIsShown: true,
    listType: 'set',
    since: 29,
    description: 'Namespaces of the requests; `*` is all and must be alone. Empty: only with `clusterScope`.',
  })
  namespaces?: string[] | null;
}

@Struct('flowcontrol.v1.NonResourcePolicyRule', { since: 29, description: 'Requests for other paths that match.' })
export class NonResourcePolicyRule {
  @Field(1, listOf('string'), {
    required: true,
    listType: 'set',
    since: 29,
    description: 'HTTP methods in lower case; `*` is all and must be alone.',
  })
  verbs: string[] | null;
  @Field(6, listOf('string'), {
    required: true,
    listType: 'set',
    since: 29,
    description: 'Paths; a final `*` matches the rest.',
  })
  nonResourceURLs: string[] | null;
}

@Struct('flowcontrol.v1.PolicyRulesWithSubjects', {
  since: 29,
  description: 'Requests by origin and action. A request matches if a subject and a rule do.',
})
export class PolicyRulesWithSubjects {
  @Field(1, listOf(() => Subject), {
    required: true,
    listType: 'atomic',
    since: 29,
    description: 'Origins, one of which must match.',
  })
  subjects: Subject[] | null;
  @Field(2, listOf(() => ResourcePolicyRule), { listType: 'atomic', since: 29, description: 'Rules for resources.' })
  resourceRules?: ResourcePolicyRule[];
  @Field(3, listOf(() => NonResourcePolicyRule), {
    listType: 'atomic',
    since: 29,
    description: 'Rules for other paths.',
  })
  nonResourceRules?: NonResourcePolicyRule[];
}

@Struct('flowcontrol.v1.FlowSchemaSpec', { since: 29, description: 'Properties of a FlowSchema.' })
export class FlowSchemaSpec {
  @Field(1, () => PriorityLevelConfigurationReference, {
    required: true,
    since: 29,
    description: 'Priority level of the matching requests.',
  })
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  @Field(2, 'int32', {
    default: 1_000,
    since: 29,
    description: 'Lower is asked first; from 1 to 10000.',
    documentedDefault: 'zero',
  })
  matchingPrecedence?: number;
  @Field(3, () => FlowDistinguisherMethod, {
    pointer: true,
    since: 29,
    description: 'How the requests are divided into flows. Absent: one flow.',
  })
  distinguisherMethod?: FlowDistinguisherMethod;
  @Field(4, listOf(() => PolicyRulesWithSubjects), {
    listType: 'atomic',
    since: 29,
    description: 'Requests that match. Empty: none.',
  })
  rules?: PolicyRulesWithSubjects[];
}

@Struct('flowcontrol.v1.FlowSchemaCondition', {
  since: 29,
  description: 'A condition of a FlowSchema.',
  describedAs: () => Condition,
})
export class FlowSchemaCondition {
  @Field(1, 'string', { goType: 'v1.FlowSchemaConditionType', since: 29 }) type?: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', since: 29 }) status?: string;
  @Field(3, 'time', { since: 29 }) lastTransitionTime?: string | null;
  @Field(4, 'string', { since: 29 }) reason?: string;
  @Field(5, 'string', { since: 29 }) message?: string;
}

@Struct('flowcontrol.v1.FlowSchemaStatus', { since: 29, description: 'Observed state of a FlowSchema.' })
export class FlowSchemaStatus {
  @Field(1, listOf(() => FlowSchemaCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 29,
    description: 'Conditions: Dangling, when the priority level is missing.',
  })
  conditions?: FlowSchemaCondition[];
}

@Struct('flowcontrol.v1.FlowSchema', {
  typeMeta: true,
  since: 29,
  description: 'Classifies requests into flows, and assigns a priority level to them.',
})
export class FlowSchema extends KindObject {
  @Field(1, () => ObjectMeta, { since: 29 }) metadata: ObjectMeta;
  @Field(2, () => FlowSchemaSpec, { since: 29 }) spec?: FlowSchemaSpec;
  @Field(3, () => FlowSchemaStatus, { since: 29 }) status?: FlowSchemaStatus;
}
