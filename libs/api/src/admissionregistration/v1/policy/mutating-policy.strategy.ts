import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateMatchConditions } from '../matching/match-condition.validation.js';
import { validateMatchConstraints, validateMatchResources } from '../matching/match-resources.validation.js';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Mutation } from './mutating-policy.types.js';
import {
  validateParamKind,
  validateParamRef,
  validatePolicyName,
  validateVariables,
} from './policy-parts.validation.js';

const SPEC = FieldPath.of('spec');
/** The field of each kind of patch. */
const PATCHES = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;

export const mutatingPolicyStrategy = (): Strategy<MutatingAdmissionPolicy> => ({
  validateCreate: validatePolicy,
  validateUpdate: validatePolicy,
});

export const mutatingPolicyBindingStrategy = (): Strategy<MutatingAdmissionPolicyBinding> => ({
  validateCreate: validateBinding,
  validateUpdate: validateBinding,
});

function validatePolicy({ spec = {} }: MutatingAdmissionPolicy): FieldError[] {
  const { mutations = [], reinvocationPolicy } = spec;
  const again = SPEC.child('reinvocationPolicy');
  return [
    ...validateOneOf(SPEC.child('failurePolicy'), spec.failurePolicy, ['Fail', 'Ignore']),
    ...validateParamKind(SPEC.child('paramKind'), spec.paramKind),
    ...validateMatchConstraints(SPEC.child('matchConstraints'), spec.matchConstraints),
    ...validateMatchConditions(SPEC.child('matchConditions'), spec.matchConditions),
    ...validateVariables(SPEC.child('variables'), spec.variables),
    ...(mutations.length === 0
      ? [fieldError.required(SPEC.child('mutations'), 'mutations must contain at least one item')]
      : []),
    ...mutations.flatMap((mutation, index) => validateMutation(SPEC.child('mutations').index(index), mutation)),
    ...(reinvocationPolicy
      ? validateOneOf(again, reinvocationPolicy, ['IfNeeded', 'Never'])
      : [fieldError.required(again)]),
  ];
}

/** The expression of its type of patch, and of no other. */
function validateMutation(path: FieldPath, mutation: Mutation): FieldError[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [fieldError.required(path.child('patchType'))];
  return [
    ...validateOneOf(path.child('patchType'), patchType, Object.keys(PATCHES)),
    ...Object.entries(PATCHES).flatMap(([type, field]) => {
      const patch = mutation[field];
      if (type !== patchType) {
        return patch ? [fieldError.forbidden(path.child(field), `must be unset when patchType is ${patchType}`)] : [];
      }
      return patch?.expression?.trim() ? [] : [fieldError.required(path.child(field).child('expression'))];
    }),
  ];
}

const validateBinding = ({ spec = {} }: MutatingAdmissionPolicyBinding): FieldError[] => [
  ...validatePolicyName(SPEC.child('policyName'), spec.policyName),
  ...validateParamRef(SPEC.child('paramRef'), spec.paramRef),
  ...(spec.matchResources ? validateMatchResources(SPEC.child('matchResources'), spec.matchResources) : []),
];
