import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { MatchCondition } from '../matching/match-condition.js';
import { MatchResources } from '../matching/match-resources.js';
import { ParamKind, ParamRef, Variable } from './policy-parts.js';

@Struct('admissionregistration.v1.ApplyConfiguration', { since: 36, description: 'A mutation by server-side apply.' })
export class ApplyConfiguration {
  @Field(1, 'string', {
    since: 36,
    description: 'CEL expression whose value is the apply configuration: `Object{spec: Object.spec{...}}`.',
  })
  expression?: string;
}

@Struct('admissionregistration.v1.JSONPatch', { since: 36, description: 'A mutation by a JSON patch.' })
export class JSONPatch {
  @Field(1, 'string', {
    since: 36,
    description:
      'CEL expression whose value is a list of patch operations: `[JSONPatch{op: "add", path: "/spec/x", value: 1}]`.',
  })
  expression?: string;
}

@Struct('admissionregistration.v1.Mutation', {
  since: 36,
  description: 'A change of the object. Only the field of the type is set.',
})
export class Mutation {
  @Field(2, enumOf('ApplyConfiguration', 'JSONPatch'), {
    required: true,
    since: 36,
    description: 'ApplyConfiguration or JSONPatch.',
  })
  patchType: string;
  @Field(3, () => ApplyConfiguration, { pointer: true, since: 36, description: 'A mutation by server-side apply.' })
  applyConfiguration?: ApplyConfiguration;
  @Field(4, () => JSONPatch, { pointer: true, since: 36, description: 'A mutation by a JSON patch.' })
  jsonPatch?: JSONPatch;
}

@Struct('admissionregistration.v1.MutatingAdmissionPolicySpec', {
  since: 36,
  description: 'Properties of a MutatingAdmissionPolicy.',
})
export class MutatingAdmissionPolicySpec {
  @Field(1, () => ParamKind, {
    pointer: true,
    since: 36,
    description: 'Kind of the parameters. Absent: the policy has none.',
  })
  paramKind?: ParamKind;
  @Field(2, () => MatchResources, {
    pointer: true,
    since: 36,
    description: 'Requests to which the policy applies. Required.',
  })
  matchConstraints?: MatchResources;
  @Field(3, listOf(() => Variable), {
    listType: 'atomic',
    since: 36,
    description: 'Named expressions for use in the others, each after those that it uses.',
  })
  variables?: Variable[];
  @Field(4, listOf(() => Mutation), { listType: 'atomic', since: 36, description: 'Changes of the object, in order.' })
  mutations?: Mutation[];
  @Field(5, enumOf('Ignore', 'Fail'), {
    pointer: true,
    default: 'Fail',
    since: 36,
    description: 'What an error means: Fail refuses the request, Ignore skips the policy. Default: Fail.',
  })
  failurePolicy?: string;
  @Field(6, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 36,
    description: 'Conditions, all of which must hold.',
  })
  matchConditions?: MatchCondition[];
  @Field(7, enumOf('Never', 'IfNeeded'), {
    since: 36,
    description: 'Whether the policy runs again after later changes of the object: Never or IfNeeded.',
  })
  reinvocationPolicy?: string;
}

@Struct('admissionregistration.v1.MutatingAdmissionPolicy', {
  typeMeta: true,
  since: 36,
  description: 'Expressions that mutate objects of requests.',
})
export class MutatingAdmissionPolicy extends KindObject {
  @Field(1, () => ObjectMeta, { since: 36 }) metadata: ObjectMeta;
  @Field(2, () => MutatingAdmissionPolicySpec, { since: 36 }) spec?: MutatingAdmissionPolicySpec;
}

@Struct('admissionregistration.v1.MutatingAdmissionPolicyBindingSpec', {
  since: 36,
  description: 'Properties of a MutatingAdmissionPolicyBinding.',
})
export class MutatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { since: 36, description: 'Name of the policy.' }) policyName?: string;
  @Field(2, () => ParamRef, { pointer: true, since: 36, description: 'Parameters of the policy.' }) paramRef?: ParamRef;
  @Field(3, () => MatchResources, { pointer: true, since: 36, description: 'Further restriction of the requests.' })
  matchResources?: MatchResources;
}

@Struct('admissionregistration.v1.MutatingAdmissionPolicyBinding', {
  typeMeta: true,
  since: 36,
  description: 'Puts a policy into force, with its parameters.',
})
export class MutatingAdmissionPolicyBinding extends KindObject {
  @Field(1, () => ObjectMeta, { since: 36 }) metadata: ObjectMeta;
  @Field(2, () => MutatingAdmissionPolicyBindingSpec, { since: 36 }) spec?: MutatingAdmissionPolicyBindingSpec;
}
