import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { APPLY_OBJECT, celTypes, JSON_PATCH } from '@orch/expressions';
import { steppedValidation } from '../../../definition/stepped-validation.js';
import type { Strategy } from '../../../definition/strategy.js';
import { validateOneOf } from '../../../validation/values.js';
import { checkedInSteps, releaseOfNew, releaseOfUpdate, type ExpressionCheck } from '../matching/expression-check.js';
import type { MatchResources } from '../matching/match-resources.js';
import { validateMatchConstraints, validateMatchResources } from '../matching/match-resources.validation.js';
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding, Mutation } from './mutating-policy.types.js';
import {
  validateParamKind,
  validateParamRef,
  validatePolicyConditions,
  validatePolicyName,
  validateVariables,
} from './policy-parts.validation.js';

const SPEC = FieldPath.of('spec');
/** The field of each kind of patch, and what its expression gives. */
const PATCHES = {
  ApplyConfiguration: ['applyConfiguration', APPLY_OBJECT],
  JSONPatch: ['jsonPatch', celTypes.listOf(JSON_PATCH)],
} as const;

export const mutatingPolicyStrategy = (): Strategy<MutatingAdmissionPolicy> =>
  steppedValidation((policy, { features }, old) =>
    checkedInSteps(old ? releaseOfUpdate(features, expressionsOf(old)) : releaseOfNew(features), (expressions) =>
      validatePolicy(policy, old, expressions),
    ),
  );

/** All but those of variables. */
const expressionsOf = ({
  spec: { matchConditions = [], mutations = [] } = {},
}: MutatingAdmissionPolicy): readonly (string | undefined)[] => [
  ...matchConditions.map(({ expression }) => expression),
  ...mutations.flatMap(({ applyConfiguration, jsonPatch }) => [applyConfiguration?.expression, jsonPatch?.expression]),
];

export const mutatingPolicyBindingStrategy = (): Strategy<MutatingAdmissionPolicyBinding> => ({
  validateCreate: validateBinding,
  validateUpdate: validateBinding,
});

function validatePolicy(
  { spec = {} }: MutatingAdmissionPolicy,
  old: MutatingAdmissionPolicy | undefined,
  expressions: ExpressionCheck,
): FieldError[] {
  const params = Boolean(spec.paramKind);
  const { mutations = [], reinvocationPolicy } = spec;
  const again = SPEC.child('reinvocationPolicy');
  const conditions = validatePolicyConditions(SPEC, spec, old?.spec, expressions);
  // Mutations have always `variables`, also without any; conditions never.
  expressions.compose();
  return [
    ...validateOneOf(SPEC.child('failurePolicy'), spec.failurePolicy, ['Fail', 'Ignore']),
    ...validateParamKind(SPEC.child('paramKind'), spec.paramKind),
    ...validateMatchConstraints(SPEC.child('matchConstraints'), spec.matchConstraints),
    ...validateMutable(SPEC.child('matchConstraints'), spec.matchConstraints),
    ...conditions,
    ...validateVariables(SPEC.child('variables'), spec.variables, expressions, params),
    ...(mutations.length === 0
      ? [fieldError.required(SPEC.child('mutations'), 'mutations must contain at least one item')]
      : []),
    ...mutations.flatMap((mutation, index) =>
      validateMutation(SPEC.child('mutations').index(index), mutation, expressions, params),
    ),
    ...(reinvocationPolicy
      ? validateOneOf(again, reinvocationPolicy, ['IfNeeded', 'Never'])
      : [fieldError.required(again)]),
  ];
}

/** A deletion changes no object. */
const MUTABLE: readonly string[] = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

const validateMutable = (path: FieldPath, match: MatchResources = {}): FieldError[] =>
  (match.resourceRules ?? [])
    .flatMap(({ operations }) => operations ?? [])
    // Kube-apiserver does not name the rule.
    .filter((operation) => !MUTABLE.includes(operation))
    .map((operation) => fieldError.notSupported(path.child('resourceRules').child('operations'), operation, MUTABLE));

/** Its own type first. */
const byType = (patchType: string) =>
  Object.entries(PATCHES).sort(([a], [b]) => Number(b === patchType) - Number(a === patchType));

/** The expression of its type of patch, and of no other. */
function validateMutation(
  path: FieldPath,
  mutation: Mutation,
  expressions: ExpressionCheck,
  params: boolean,
): FieldError[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [fieldError.required(path.child('patchType'))];
  return [
    ...validateOneOf(path.child('patchType'), patchType, Object.keys(PATCHES)),
    ...byType(patchType).flatMap(([type, [field, result]]) => {
      const patch = mutation[field];
      if (type !== patchType) {
        return patch && patchType in PATCHES
          ? [
              fieldError.invalid(
                path.child(field),
                `{${field}}`,
                `must not be specified when patchType is ${patchType}`,
              ),
            ]
          : [];
      }
      if (!patch) return [fieldError.required(path.child(field), `must be specified when patchType is ${patchType}`)];
      const at = path.child(field).child('expression');
      const text = patch.expression?.trim() ?? '';
      return text === ''
        ? [fieldError.required(at)]
        : expressions.check(at, text, { results: [result], params, authorizer: true, patches: true });
    }),
  ];
}

const validateBinding = ({ spec = {} }: MutatingAdmissionPolicyBinding): FieldError[] => [
  ...validatePolicyName(SPEC.child('policyName'), spec.policyName),
  ...validateParamRef(SPEC.child('paramRef'), spec.paramRef),
  ...(spec.matchResources ? validateMatchResources(SPEC.child('matchResources'), spec.matchResources) : []),
  ...validateMutable(SPEC.child('matchResources'), spec.matchResources),
];
