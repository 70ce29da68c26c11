import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { MatchCondition } from '../matching/match-condition.js';
import { MatchResources } from '../matching/match-resources.js';
import { ParamKind, ParamRef, Variable } from './policy-parts.js';

@Struct('admissionregistration.v1.Validation', { since: 30 })
export class Validation {
  @Field(1, 'string', { required: true, since: 30 }) expression: string;
  @Field(2, 'string', { since: 30 }) message?: string;
  @Field(
    3,
    enumOf(
      '',
      'Unauthorized',
      'Forbidden',
      'NotFound',
      'AlreadyExists',
      'Conflict',
      'Gone',
      'Invalid',
      'ServerTimeout',
      'Timeout',
      'TooManyRequests',
      'BadRequest',
      'MethodNotAllowed',
      'NotAcceptable',
      'RequestEntityTooLarge',
      'UnsupportedMediaType',
      'InternalError',
      'Expired',
      'ServiceUnavailable',
      'StorageReadError',
    ),
    { goType: 'v1.StatusReason', pointer: true, since: 30 },
  )
  reason?: string;
  @Field(4, 'string', { since: 30 }) messageExpression?: string;
}

@Struct('admissionregistration.v1.AuditAnnotation', { since: 30 })
export class AuditAnnotation {
  @Field(1, 'string', { required: true, since: 30 }) key: string;
  @Field(2, 'string', { required: true, since: 30 }) valueExpression: string;
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicySpec', { since: 30 })
export class ValidatingAdmissionPolicySpec {
  @Field(1, () => ParamKind, { pointer: true, since: 30 }) paramKind?: ParamKind;
  @Field(2, () => MatchResources, { pointer: true, since: 30 }) matchConstraints?: MatchResources;
  @Field(3, listOf(() => Validation), { listType: 'atomic', since: 30 }) validations?: Validation[];
  @Field(4, enumOf('Ignore', 'Fail'), { goType: 'v1.FailurePolicyType', pointer: true, default: 'Fail', since: 30 })
  failurePolicy?: string;
  @Field(5, listOf(() => AuditAnnotation), { listType: 'atomic', since: 30 }) auditAnnotations?: AuditAnnotation[];
  @Field(6, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 30,
  })
  matchConditions?: MatchCondition[];
  @Field(7, listOf(() => Variable), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 30,
  })
  variables?: Variable[];
}

@Struct('admissionregistration.v1.ExpressionWarning', { since: 30 })
export class ExpressionWarning {
  @Field(2, 'string', { required: true, since: 30 }) fieldRef: string;
  @Field(3, 'string', { required: true, since: 30 }) warning: string;
}

@Struct('admissionregistration.v1.TypeChecking', { since: 30 })
export class TypeChecking {
  @Field(1, listOf(() => ExpressionWarning), { listType: 'atomic', since: 30 })
  expressionWarnings?: ExpressionWarning[];
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicyStatus', { since: 30 })
export class ValidatingAdmissionPolicyStatus {
  @Field(1, 'int64', { since: 30 }) observedGeneration?: number;
  @Field(2, () => TypeChecking, { pointer: true, since: 30 }) typeChecking?: TypeChecking;
  @Field(3, listOf(() => Condition), { listType: 'map', listMapKeys: ['type'], since: 30 }) conditions?: Condition[];
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicy', {
  typeMeta: true,
  since: 30,
  description: 'Expressions that must be true for requests.',
})
export class ValidatingAdmissionPolicy extends KindObject {
  @Field(1, () => ObjectMeta, { since: 30 }) metadata: ObjectMeta;
  @Field(2, () => ValidatingAdmissionPolicySpec, { since: 30 }) spec?: ValidatingAdmissionPolicySpec;
  @Field(3, () => ValidatingAdmissionPolicyStatus, { since: 30 }) status?: ValidatingAdmissionPolicyStatus;
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec', { since: 30 })
export class ValidatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { since: 30 }) policyName?: string;
  @Field(2, () => ParamRef, { pointer: true, since: 30 }) paramRef?: ParamRef;
  @Field(3, () => MatchResources, { pointer: true, since: 30 }) matchResources?: MatchResources;
  @Field(4, listOf(enumOf('Deny', 'Warn', 'Audit')), { goType: '[]v1.ValidationAction', listType: 'set', since: 30 })
  validationActions?: string[];
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicyBinding', {
  typeMeta: true,
  since: 30,
  description: 'Puts a policy into force, with its parameters.',
})
export class ValidatingAdmissionPolicyBinding extends KindObject {
  @Field(1, () => ObjectMeta, { since: 30 }) metadata: ObjectMeta;
  @Field(2, () => ValidatingAdmissionPolicyBindingSpec, { since: 30 }) spec?: ValidatingAdmissionPolicyBindingSpec;
}
