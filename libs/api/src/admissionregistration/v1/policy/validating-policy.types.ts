import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { Condition } from '../../../meta/v1/condition.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { MatchCondition } from '../matching/match-condition.js';
import { MatchResources } from '../matching/match-resources.js';
import { ParamKind, ParamRef, Variable } from './policy-parts.js';

@Struct('admissionregistration.v1.Validation', { since: 30, description: 'A condition on the object.' })
export class Validation {
  @Field(1, 'string', {
    required: true,
    since: 30,
    description:
      'CEL expression of type bool over object, oldObject, request, params, namespaceObject, variables and authorizer. False refuses the request.',
  })
  expression: string;
  @Field(2, 'string', { since: 30, description: 'Message of the refusal. Default: `failed Expression: EXPRESSION`.' })
  message?: string;
  @Field(
    3,
    openEnumOf(
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
    {
      goType: 'v1.StatusReason',
      pointer: true,
      since: 30,
      description:
        'Reason of the refusal: Unauthorized, Forbidden, Invalid or RequestEntityTooLarge. Default: Invalid.',
    },
  )
  reason?: string;
  @Field(4, 'string', { since: 30, description: 'CEL expression with the message of the refusal, over `message`.' })
  messageExpression?: string;
}

@Struct('admissionregistration.v1.AuditAnnotation', {
  since: 30,
  description: 'An annotation of the audit event of a request.',
})
export class AuditAnnotation {
  @Field(1, 'string', { required: true, since: 30, description: 'Key of the annotation: `POLICY/KEY`.' }) key: string;
  @Field(2, 'string', {
    required: true,
    since: 30,
    description: 'CEL expression with the value, a string. Null: no annotation.',
  })
  valueExpression: string;
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicySpec', {
  since: 30,
  description: 'Properties of a ValidatingAdmissionPolicy.',
})
export class ValidatingAdmissionPolicySpec {
  @Field(1, () => ParamKind, {
    pointer: true,
    since: 30,
    description: 'Kind of the parameters. Absent: the policy has none.',
  })
  paramKind?: ParamKind;
  @Field(2, () => MatchResources, {
    pointer: true,
    since: 30,
    description: 'Requests to which the policy applies. Required.',
  })
  matchConstraints?: MatchResources;
  @Field(3, listOf(() => Validation), {
    listType: 'atomic',
    since: 30,
    description: 'Conditions on the object. Required without `auditAnnotations`.',
  })
  validations?: Validation[];
  @Field(4, enumOf('Ignore', 'Fail'), {
    goType: 'v1.FailurePolicyType',
    pointer: true,
    default: 'Fail',
    since: 30,
    description: 'What an error means: Fail refuses the request, Ignore skips the policy. Default: Fail.',
  })
  failurePolicy?: string;
  @Field(5, listOf(() => AuditAnnotation), {
    listType: 'atomic',
    since: 30,
    description: 'Annotations of the audit event. Required without `validations`.',
  })
  auditAnnotations?: AuditAnnotation[];
  @Field(6, listOf(() => MatchCondition), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 30,
    description: 'Conditions, all of which must hold.',
  })
  matchConditions?: MatchCondition[];
  @Field(7, listOf(() => Variable), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 30,
    description: 'Named expressions for use in the others, each after those that it uses.',
  })
  variables?: Variable[];
}

@Struct('admissionregistration.v1.ExpressionWarning', {
  since: 30,
  description: 'A warning about the types in an expression.',
})
export class ExpressionWarning {
  @Field(2, 'string', {
    required: true,
    since: 30,
    description: 'Path of the expression: `spec.validations[0].expression`.',
  })
  fieldRef: string;
  @Field(3, 'string', { required: true, since: 30, description: 'Types and errors, for people.' }) warning: string;
}

@Struct('admissionregistration.v1.TypeChecking', { since: 30, description: 'Result of the type check of a policy.' })
export class TypeChecking {
  @Field(1, listOf(() => ExpressionWarning), { listType: 'atomic', since: 30, description: 'Warnings by expression.' })
  expressionWarnings?: ExpressionWarning[];
}

@Struct('admissionregistration.v1.ValidatingAdmissionPolicyStatus', {
  since: 30,
  description: 'Observed state of a ValidatingAdmissionPolicy.',
})
export class ValidatingAdmissionPolicyStatus {
  @Field(1, 'int64', { since: 30, description: '`metadata.generation` that the status describes.' })
  observedGeneration?: number;
  @Field(2, () => TypeChecking, {
    pointer: true,
    since: 30,
    description: 'Result of the type check; present when it is complete.',
  })
  typeChecking?: TypeChecking;
  @Field(3, listOf(() => Condition), {
    listType: 'map',
    listMapKeys: ['type'],
    since: 30,
    description: 'Conditions of the policy.',
  })
  conditions?: Condition[];
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

@Struct('admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec', {
  since: 30,
  description: 'Properties of a ValidatingAdmissionPolicyBinding.',
})
export class ValidatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { since: 30, description: 'Name of the policy.' }) policyName?: string;
  @Field(2, () => ParamRef, { pointer: true, since: 30, description: 'Parameters of the policy.' }) paramRef?: ParamRef;
  @Field(3, () => MatchResources, { pointer: true, since: 30, description: 'Further restriction of the requests.' })
  matchResources?: MatchResources;
  @Field(4, listOf(enumOf('Deny', 'Warn', 'Audit')), {
    goType: '[]v1.ValidationAction',
    listType: 'set',
    since: 30,
    description: 'What a violation causes: Deny, Warn or Audit. Deny and Warn exclude each other.',
  })
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
