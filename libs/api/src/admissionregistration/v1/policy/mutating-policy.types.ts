import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { MatchCondition } from '../matching/match-condition.js';
import { MatchResources } from '../matching/match-resources.js';
import { ParamKind, ParamRef, Variable } from './policy-parts.js';

@Struct('admissionregistration.v1.ApplyConfiguration', { since: 36 })
export class ApplyConfiguration {
  @Field(1, 'string', { since: 36 }) expression?: string;
}

@Struct('admissionregistration.v1.JSONPatch', { since: 36 })
export class JSONPatch {
  @Field(1, 'string', { since: 36 }) expression?: string;
}

@Struct('admissionregistration.v1.Mutation', { since: 36 })
export class Mutation {
  @Field(2, enumOf('ApplyConfiguration', 'JSONPatch'), { required: true, since: 36 }) patchType: string;
  @Field(3, () => ApplyConfiguration, { pointer: true, since: 36 }) applyConfiguration?: ApplyConfiguration;
  @Field(4, () => JSONPatch, { pointer: true, since: 36 }) jsonPatch?: JSONPatch;
}

@Struct('admissionregistration.v1.MutatingAdmissionPolicySpec', { since: 36 })
export class MutatingAdmissionPolicySpec {
  @Field(1, () => ParamKind, { pointer: true, since: 36 }) paramKind?: ParamKind;
  @Field(2, () => MatchResources, { pointer: true, since: 36 }) matchConstraints?: MatchResources;
  @Field(3, listOf(() => Variable), { listType: 'atomic', since: 36 }) variables?: Variable[];
  @Field(4, listOf(() => Mutation), { listType: 'atomic', since: 36 }) mutations?: Mutation[];
  @Field(5, enumOf('Ignore', 'Fail'), { pointer: true, default: 'Fail', since: 36 }) failurePolicy?: string;
  @Field(6, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 36,
  })
  matchConditions?: MatchCondition[];
  @Field(7, enumOf('Never', 'IfNeeded'), { since: 36 }) reinvocationPolicy?: string;
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

@Struct('admissionregistration.v1.MutatingAdmissionPolicyBindingSpec', { since: 36 })
export class MutatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { since: 36 }) policyName?: string;
  @Field(2, () => ParamRef, { pointer: true, since: 36 }) paramRef?: ParamRef;
  @Field(3, () => MatchResources, { pointer: true, since: 36 }) matchResources?: MatchResources;
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
