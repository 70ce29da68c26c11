import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('flowcontrol.v1.PriorityLevelConfigurationReference', { since: 29 })
export class PriorityLevelConfigurationReference {
  @Field(1, 'string', { required: true, since: 29 }) name: string;
}

@Struct('flowcontrol.v1.FlowDistinguisherMethod', { since: 29 })
export class FlowDistinguisherMethod {
  @Field(1, enumOf('ByUser', 'ByNamespace'), { goType: 'v1.FlowDistinguisherMethodType', required: true, since: 29 })
  type: string;
}

@Struct('flowcontrol.v1.UserSubject', { since: 29 })
export class UserSubject {
  @Field(1, 'string', { required: true, since: 29 }) name: string;
}

@Struct('flowcontrol.v1.GroupSubject', { since: 29 })
export class GroupSubject {
  @Field(1, 'string', { required: true, since: 29 }) name: string;
}

@Struct('flowcontrol.v1.ServiceAccountSubject', { since: 29 })
export class ServiceAccountSubject {
  @Field(1, 'string', { required: true, since: 29 }) namespace: string;
  @Field(2, 'string', { required: true, since: 29 }) name: string;
}

@Struct('flowcontrol.v1.Subject', { since: 29 })
export class Subject {
  @Field(1, enumOf('User', 'Group', 'ServiceAccount'), { goType: 'v1.SubjectKind', required: true, since: 29 })
  kind: string;
  @Field(2, () => UserSubject, { pointer: true, since: 29 }) user?: UserSubject;
  @Field(3, () => GroupSubject, { pointer: true, since: 29 }) group?: GroupSubject;
  @Field(4, () => ServiceAccountSubject, { pointer: true, since: 29 }) serviceAccount?: ServiceAccountSubject;
}

@Struct('flowcontrol.v1.ResourcePolicyRule', { since: 29 })
export class ResourcePolicyRule {
  @Field(1, listOf('string'), { required: true, listType: 'set', since: 29 }) verbs: string[];
  @Field(2, listOf('string'), { required: true, listType: 'set', since: 29 }) apiGroups: string[];
  @Field(3, listOf('string'), { required: true, listType: 'set', since: 29 }) resources: string[];
  @Field(4, 'bool', { since: 29 }) clusterScope?: boolean;
  @Field(5, listOf('string'), { listType: 'set', since: 29 }) namespaces?: string[];
}

@Struct('flowcontrol.v1.NonResourcePolicyRule', { since: 29 })
export class NonResourcePolicyRule {
  @Field(1, listOf('string'), { required: true, listType: 'set', since: 29 }) verbs: string[];
  @Field(6, listOf('string'), { required: true, listType: 'set', since: 29 }) nonResourceURLs: string[];
}

@Struct('flowcontrol.v1.PolicyRulesWithSubjects', { since: 29 })
export class PolicyRulesWithSubjects {
  @Field(1, listOf(() => Subject), { required: true, listType: 'atomic', since: 29 }) subjects: Subject[];
  @Field(2, listOf(() => ResourcePolicyRule), { listType: 'atomic', since: 29 }) resourceRules?: ResourcePolicyRule[];
  @Field(3, listOf(() => NonResourcePolicyRule), { listType: 'atomic', since: 29 })
  nonResourceRules?: NonResourcePolicyRule[];
}

@Struct('flowcontrol.v1.FlowSchemaSpec', { since: 29 })
export class FlowSchemaSpec {
  @Field(1, () => PriorityLevelConfigurationReference, { required: true, since: 29 })
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  @Field(2, 'int32', { default: 1_000, since: 29, description: 'Lower is asked first; from 1 to 10000.' })
  matchingPrecedence?: number;
  @Field(3, () => FlowDistinguisherMethod, { pointer: true, since: 29 }) distinguisherMethod?: FlowDistinguisherMethod;
  @Field(4, listOf(() => PolicyRulesWithSubjects), { listType: 'atomic', since: 29 }) rules?: PolicyRulesWithSubjects[];
}

@Struct('flowcontrol.v1.FlowSchemaCondition', { since: 29 })
export class FlowSchemaCondition {
  @Field(1, 'string', { goType: 'v1.FlowSchemaConditionType', since: 29 }) type?: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', since: 29 }) status?: string;
  @Field(3, 'time', { since: 29 }) lastTransitionTime?: string;
  @Field(4, 'string', { since: 29 }) reason?: string;
  @Field(5, 'string', { since: 29 }) message?: string;
}

@Struct('flowcontrol.v1.FlowSchemaStatus', { since: 29 })
export class FlowSchemaStatus {
  @Field(1, listOf(() => FlowSchemaCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    since: 29,
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
