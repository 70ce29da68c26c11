import { fieldError, validateLabelSelector, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkName, checkSetName, requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import { sameJson } from '../../../validation/json-equality.js';
import { validateMatchConditions } from '../matching/match-condition.validation.js';
import type { MatchCondition } from '../matching/match-condition.js';
import type { ExpressionCheck } from '../matching/expression-check.js';
import type { ParamKind, ParamRef, Variable } from './policy-parts.js';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

export function validateParamKind(path: FieldPath, param: ParamKind | undefined): FieldError[] {
  if (!param) return [];
  const { apiVersion = '', kind = '' } = param;
  return [
    ...requireFields(path, { apiVersion, kind }, 'apiVersion', 'kind'),
    ...(apiVersion === '' ? [] : validateApiVersion(path.child('apiVersion'), apiVersion)),
    ...(kind === '' ? [] : validateName('dns-1035-label', kind.toLowerCase())).map((fault) =>
      fieldError.invalid(path.child('kind'), kind, `may have mixed case, but should otherwise match: ${fault}`),
    ),
  ];
}

/** `VERSION` or `GROUP/VERSION`. */
function validateApiVersion(path: FieldPath, apiVersion: string): FieldError[] {
  const parts = apiVersion.split('/');
  const version = parts.pop()!;
  const [group = '', ...others] = parts;
  if (others.length > 0) {
    return [fieldError.invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  }
  return [...checkName(path, group, 'dns-subdomain'), ...checkSetName(path, version, 'dns-1035-label')];
}

/** Either a name or a selector, and the action if no parameter object exists. */
export function validateParamRef(path: FieldPath, ref: ParamRef | undefined): FieldError[] {
  if (!ref) return [];
  const { name = '', selector, parameterNotFoundAction: missing } = ref;
  const action = path.child('parameterNotFoundAction');
  return [
    ...checkName(path.child('name'), name, 'path-segment'),
    ...(name !== '' && selector
      ? (['name', 'selector'] as const).map((field) =>
          fieldError.forbidden(path.child(field), 'name and selector are mutually exclusive'),
        )
      : []),
    ...(name === '' && !selector
      ? [fieldError.required(path, 'one of name or selector must be specified')]
      : validateLabelSelector(selector, path.child('selector'))),
    ...(missing ? validateOneOf(action, missing, ['Deny', 'Allow']) : [fieldError.required(action)]),
  ];
}

/** Expressions after them call a variable by its name, the last one of a name. @param params whether expressions have parameters. */
export function validateVariables(
  path: FieldPath,
  variables: readonly Variable[] = [],
  expressions: ExpressionCheck,
  params: boolean,
): FieldError[] {
  const use = { results: [], params, authorizer: true };
  if (variables.length > 0) expressions.compose();
  return variables.flatMap(({ name = '', expression = '' }, index) => {
    const at = path.index(index);
    const named = at.child('name');
    return [
      ...(name === '' ? [fieldError.required(named, 'name is not specified')] : []),
      ...(name !== '' && (!IDENTIFIER.test(name) || RESERVED.has(name))
        ? [fieldError.invalid(named, name, 'name is not a valid CEL identifier')]
        : []),
      ...(expression.trim() === ''
        ? [fieldError.required(at.child('expression'), 'expression is not specified')]
        : expressions.declare(at.child('expression'), name, expression, use)),
    ];
  });
}

export const validatePolicyName = (path: FieldPath, name: string | undefined): FieldError[] =>
  requireName(path, name, 'dns-subdomain');

/** What decides about the match conditions of a policy of either kind. */
interface Conditions {
  readonly paramKind?: ParamKind;
  readonly matchConditions?: readonly MatchCondition[];
}

/** Those of the current policy are not checked again. */
export function validatePolicyConditions(
  spec: FieldPath,
  { paramKind, matchConditions }: Conditions,
  old: Conditions | undefined,
  expressions: ExpressionCheck,
): FieldError[] {
  if (old && sameJson(paramKind, old.paramKind) && sameJson(matchConditions, old.matchConditions)) return [];
  return validateMatchConditions(spec.child('matchConditions'), matchConditions, expressions, Boolean(paramKind));
}
