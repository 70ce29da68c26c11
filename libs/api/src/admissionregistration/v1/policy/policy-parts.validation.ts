import { fieldError, validateLabelSelector, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkName, requireName } from '../../../validation/names.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf } from '../../../validation/values.js';
import type { ParamKind, ParamRef, Variable } from './policy-parts.js';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const API_VERSION = /^([a-z0-9.-]+\/)?[a-z0-9]+$/;

export function validateParamKind(path: FieldPath, param: ParamKind | undefined): FieldError[] {
  if (!param) return [];
  const { apiVersion = '', kind = '' } = param;
  return [
    ...requireFields(path, { apiVersion, kind }, 'apiVersion', 'kind'),
    ...(apiVersion !== '' && !API_VERSION.test(apiVersion)
      ? [fieldError.invalid(path.child('apiVersion'), apiVersion, 'must be VERSION or GROUP/VERSION')]
      : []),
    ...(kind === '' ? [] : validateName('dns-1035-label', kind.toLowerCase())).map((fault) =>
      fieldError.invalid(path.child('kind'), kind, `may have mixed case, but should otherwise match: ${fault}`),
    ),
  ];
}

/** Either a name or a selector, and the action if no parameter object exists. */
export function validateParamRef(path: FieldPath, ref: ParamRef | undefined): FieldError[] {
  if (!ref) return [];
  const { name = '', selector, parameterNotFoundAction: missing } = ref;
  const action = path.child('parameterNotFoundAction');
  return [
    ...checkName(path.child('name'), name, 'path-segment'),
    ...(name !== '' && selector
      ? [fieldError.forbidden(path.child('name'), 'name and selector are mutually exclusive')]
      : []),
    ...(name === '' && !selector
      ? [fieldError.required(path, 'one of name or selector must be specified')]
      : validateLabelSelector(selector, path.child('selector'))),
    ...(missing ? validateOneOf(action, missing, ['Allow', 'Deny']) : [fieldError.required(action)]),
  ];
}

/** Later expressions call a variable by its name. */
export function validateVariables(path: FieldPath, variables: readonly Variable[] = []): FieldError[] {
  return variables.flatMap(({ name = '', expression = '' }, index) => {
    const at = path.index(index);
    const repeated = name !== '' && variables.findIndex((other) => other.name === name) < index;
    return [
      ...requireFields(at, { name, expression: expression.trim() }, 'name', 'expression'),
      ...(name !== '' && !IDENTIFIER.test(name)
        ? [fieldError.invalid(at.child('name'), name, 'name is not a valid CEL identifier')]
        : []),
      ...(repeated ? [fieldError.duplicate(at.child('name'), name)] : []),
    ];
  });
}

export const validatePolicyName = (path: FieldPath, name: string | undefined): FieldError[] =>
  requireName(path, name, 'dns-subdomain');
