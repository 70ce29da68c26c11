import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import {
  mutatingAdmissionPolicyBindingKind,
  mutatingAdmissionPolicyKind,
  validatingAdmissionPolicyBindingKind,
  validatingAdmissionPolicyKind,
} from '../v1/policy/policy.kinds.js';
import type { ValidatingAdmissionPolicyBinding } from '../v1/policy/validating-policy.types.js';

/** First release 1.x of which the alpha version has the field. */
const PARAM_ACTION_SINCE = 28;

/** The shared structs of both policy kinds were added with the first kind. */
const betaStructs = structVersion('admissionregistration.v1', 'admissionregistration.v1beta1', {
  shared: ['Rule', 'RuleWithOperations'],
  since: { 30: 28, 36: 34 },
});

const alphaStructs = structVersion('admissionregistration.v1', 'admissionregistration.v1alpha1', {
  shared: ['MatchCondition', 'Rule', 'RuleWithOperations'],
  since: { 30: 26, 36: 32 },
  structs: {
    AuditAnnotation: { since: 27 },
    ExpressionWarning: { since: 27 },
    TypeChecking: { since: 27 },
    ValidatingAdmissionPolicyStatus: { since: 27 },
    Variable: { since: 28, structType: undefined },
  },
  fields: {
    'AuditAnnotation.key': { since: 27 },
    'AuditAnnotation.valueExpression': { since: 27 },
    'ExpressionWarning.fieldRef': { since: 27 },
    'ExpressionWarning.warning': { since: 27 },
    'ParamRef.parameterNotFoundAction': { since: PARAM_ACTION_SINCE },
    'ParamRef.selector': { since: 28 },
    'TypeChecking.expressionWarnings': { since: 27 },
    'ValidatingAdmissionPolicy.status': { since: 27 },
    'ValidatingAdmissionPolicyBindingSpec.validationActions': { since: 27 },
    'ValidatingAdmissionPolicySpec.auditAnnotations': { since: 27 },
    'ValidatingAdmissionPolicySpec.matchConditions': { since: 27 },
    'ValidatingAdmissionPolicySpec.variables': { since: 28 },
    'ValidatingAdmissionPolicyStatus.conditions': { since: 27 },
    'ValidatingAdmissionPolicyStatus.observedGeneration': { since: 27 },
    'ValidatingAdmissionPolicyStatus.typeChecking': { since: 27 },
    'Validation.messageExpression': { since: 27 },
    'Variable.expression': { since: 28 },
    'Variable.name': { since: 28 },
  },
});

const beta = (stored: KindDeclaration): KindDeclaration =>
  siblingVersion(stored, { version: 'v1beta1', structs: betaStructs });

const alpha = (stored: KindDeclaration): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1alpha1',
    structs: alphaStructs,
    defaults: (object, vocabulary, minor = Infinity) => {
      const whole = minor < PARAM_ACTION_SINCE ? object : withDenial(object as ValidatingAdmissionPolicyBinding);
      return stored.defaults?.(whole, vocabulary, minor) ?? whole;
    },
  });

/** Only here a binding need not say what happens without a parameter object. */
function withDenial(binding: ValidatingAdmissionPolicyBinding): ApiObject {
  const { spec } = binding;
  if (!spec?.paramRef || spec.paramRef.parameterNotFoundAction !== undefined) return binding;
  return {
    ...binding,
    spec: { ...spec, paramRef: { ...spec.paramRef, parameterNotFoundAction: 'Deny' } },
  } as ApiObject;
}

const stored: readonly KindDeclaration[] = [
  validatingAdmissionPolicyKind,
  validatingAdmissionPolicyBindingKind,
  mutatingAdmissionPolicyKind,
  mutatingAdmissionPolicyBindingKind,
];

/** Disabled by default (D-231). */
export const olderPolicyKinds: readonly KindDeclaration[] = [...stored.map(beta), ...stored.map(alpha)];
