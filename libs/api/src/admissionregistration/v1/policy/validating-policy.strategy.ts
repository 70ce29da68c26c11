import { fieldError, FieldPath, goSlice, goString, goValue, repeatedItems, type FieldError } from '@orch/apimachinery';
import { celTypes } from '@orch/expressions';
import { steppedValidation } from '../../../definition/stepped-validation.js';
import type { Strategy } from '../../../definition/strategy.js';
import { validateConditions } from '../../../validation/conditions.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf, validatePresent } from '../../../validation/values.js';
import { checkedInSteps, releaseOfNew, releaseOfUpdate, type ExpressionCheck } from '../matching/expression-check.js';
import { validateMatchConstraints, validateMatchResources } from '../matching/match-resources.validation.js';
import {
  validateParamKind,
  validateParamRef,
  validatePolicyConditions,
  validatePolicyName,
  validateVariables,
} from './policy-parts.validation.js';
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  Validation,
} from './validating-policy.types.js';

const { BOOL, NULL, STRING } = celTypes;
const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const goActions = goSlice('[]admissionregistration.ValidationAction', goString);
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAX_AUDIT_ANNOTATIONS = 20;
/** Characters of the name of a policy that keys are checked with, as many as an error shows: names that are too long would be read for each key. */
const MAX_POLICY_NAME = 1_024;
const MAX_VALUE_EXPRESSION_BYTES = 5 * 1_024;

export const validatingPolicyStrategy = (): Strategy<ValidatingAdmissionPolicy> =>
  steppedValidation((policy, { features }, old) =>
    checkedInSteps(old ? releaseOfUpdate(features, expressionsOf(old)) : releaseOfNew(features), (expressions) =>
      validatePolicy(policy, old, expressions),
    ),
  );

/** All but those of variables, which must do without newer functions on each write. */
const expressionsOf = ({
  spec: { matchConditions = [], validations = [], auditAnnotations = [] } = {},
}: ValidatingAdmissionPolicy): readonly (string | undefined)[] => [
  ...matchConditions.map(({ expression }) => expression),
  ...validations.flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
  ...auditAnnotations.map(({ valueExpression }) => valueExpression),
];

export const validatingPolicyBindingStrategy = (): Strategy<ValidatingAdmissionPolicyBinding> => ({
  validateCreate: validateBinding,
  validateUpdate: validateBinding,
});

/** Warnings of the type check say what and where. */
export const validatePolicyStatus = ({ status = {} }: ValidatingAdmissionPolicy): FieldError[] => [
  ...(status.typeChecking?.expressionWarnings ?? []).flatMap(({ fieldRef, warning }, index) => {
    const at = STATUS.child('typeChecking').child('expressionWarnings').index(index);
    return [...validatePresent(at.child('warning'), warning), ...validatePresent(at.child('fieldRef'), fieldRef)];
  }),
  ...validateConditions(STATUS.child('conditions'), status.conditions),
];

function validatePolicy(
  { metadata, spec = {} }: ValidatingAdmissionPolicy,
  old: ValidatingAdmissionPolicy | undefined,
  expressions: ExpressionCheck,
): FieldError[] {
  const { validations = [], auditAnnotations = [], variables = [] } = spec;
  const params = Boolean(spec.paramKind);
  const nothing = 'validations or auditAnnotations must contain at least one item';
  return [
    ...validateOneOf(SPEC.child('failurePolicy'), spec.failurePolicy, ['Fail', 'Ignore']),
    ...validateParamKind(SPEC.child('paramKind'), spec.paramKind),
    ...validateMatchConstraints(SPEC.child('matchConstraints'), spec.matchConstraints),
    ...validatePolicyConditions(SPEC, spec, old?.spec, expressions),
    ...validateVariables(SPEC.child('variables'), variables, expressions, params),
    ...(validations.length + auditAnnotations.length === 0
      ? [
          fieldError.required(SPEC.child('validations'), nothing),
          fieldError.required(SPEC.child('auditAnnotations'), nothing),
        ]
      : []),
    ...validations.flatMap((validation, i) =>
      validateValidation(SPEC.child('validations').index(i), validation, expressions, params),
    ),
    ...validateAuditAnnotations(
      SPEC.child('auditAnnotations'),
      auditAnnotations,
      metadata.name ?? '',
      expressions,
      params,
    ),
  ];
}

const hasLineBreak = (text: string): boolean => text.includes('\n') || text.includes('\r');

/** A message is one line, so a multi-line expression requires a message. */
function validateValidation(
  path: FieldPath,
  validation: Validation,
  expressions: ExpressionCheck,
  params: boolean,
): FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = validation;
  const errors: FieldError[] = [];
  if (expression.trim() === '')
    errors.push(fieldError.required(path.child('expression'), 'expression is not specified'));
  else
    errors.push(
      ...expressions.check(path.child('expression'), expression, { results: [BOOL], params, authorizer: true }),
    );
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(
      fieldError.invalid(path.child('messageExpression'), messageExpression, 'must be non-empty if specified'),
    );
  } else if (messageExpression !== '') {
    const use = { results: [STRING], params, authorizer: false };
    errors.push(...expressions.check(path.child('messageExpression'), messageExpression, use));
  }
  if (message !== '' && message.trim() === '') {
    errors.push(fieldError.invalid(path.child('message'), message, 'message must be non-empty if specified'));
  } else if (hasLineBreak(message)) {
    errors.push(fieldError.invalid(path.child('message'), message, 'message must not contain line breaks'));
  }
  return [...errors, ...validateOneOf(path.child('reason'), reason, REASONS)];
}

function validateAuditAnnotations(
  path: FieldPath,
  annotations: readonly AuditAnnotation[],
  policy: string,
  expressions: ExpressionCheck,
  params: boolean,
): FieldError[] {
  const use = { results: [STRING, NULL], params, authorizer: true };
  const errors =
    annotations.length > MAX_AUDIT_ANNOTATIONS
      ? [fieldError.invalid(path, annotations, `must not have more than ${MAX_AUDIT_ANNOTATIONS} auditAnnotations`)]
      : [];
  const repeatedKeys = repeatedItems(annotations, ({ key }) => key);
  const prefix = policy.slice(0, MAX_POLICY_NAME);
  for (const [index, { key = '', valueExpression = '' }] of annotations.entries()) {
    const at = path.index(index);
    const value = at.child('valueExpression');
    // It is written as `policy/key` into the audit event.
    errors.push(...checkQualifiedName(at.child('key'), prefix === '' ? key : `${prefix}/${key}`));
    if (key !== '' && repeatedKeys.has(index)) {
      errors.push(fieldError.duplicate(at.child('key'), key));
    }
    if (valueExpression.trim() === '') errors.push(fieldError.required(value, 'valueExpression is not specified'));
    else if (Buffer.byteLength(valueExpression) > MAX_VALUE_EXPRESSION_BYTES) {
      errors.push(fieldError.tooLong(value, MAX_VALUE_EXPRESSION_BYTES));
    } else errors.push(...expressions.check(value, valueExpression.trim(), use, valueExpression));
  }
  return errors;
}

function validateBinding({ spec = {} }: ValidatingAdmissionPolicyBinding): FieldError[] {
  const { validationActions: actions = [], matchResources } = spec;
  const at = SPEC.child('validationActions');
  const repeatedActions = repeatedItems(actions);
  return [
    ...validatePolicyName(SPEC.child('policyName'), spec.policyName),
    ...validateParamRef(SPEC.child('paramRef'), spec.paramRef),
    ...(matchResources ? validateMatchResources(SPEC.child('matchResources'), matchResources) : []),
    ...(actions.length === 0 ? [fieldError.required(at, 'at least one validation action is required')] : []),
    ...actions.flatMap((action, index) => [
      ...validateOneOf(at.index(index), action, ['Audit', 'Deny', 'Warn']),
      ...(repeatedActions.has(index) ? [fieldError.duplicate(at.index(index), action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn')
      ? [
          fieldError.invalid(
            at,
            goValue(goActions, actions),
            'must not contain both Deny and Warn (repeating the same validation failure information in the API response and ' +
              'headers serves no purpose)',
          ),
        ]
      : []),
  ];
}
