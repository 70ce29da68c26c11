import { fieldError, FieldPath, validateLabelSelector, type FieldError } from '@orch/apimachinery';
import type { LabelSelector } from '../../../meta/v1/label-selector.js';
import { reportedTwice } from '../../../validation/reported-twice.js';
import type { Strategy } from '../../../definition/strategy.js';
import type { ClusterRole, PolicyRule, Role } from './role.types.js';

const RULES = FieldPath.of('rules');
const SELECTORS = FieldPath.of('aggregationRule', 'clusterRoleSelectors');

export const roleStrategy = (): Strategy<Role> => ({
  validateCreate: validateRole,
  validateUpdate: (role) => reportedTwice(validateRole(role)),
});

export const clusterRoleStrategy = (): Strategy<ClusterRole> => ({
  validateCreate: validateClusterRole,
  validateUpdate: (role) => reportedTwice(validateClusterRole(role)),
});

const validateRole = ({ rules }: Role): FieldError[] =>
  (rules ?? []).flatMap((rule, index) => validateRule(RULES.index(index), rule, true));

function validateClusterRole({ rules, aggregationRule }: ClusterRole): FieldError[] {
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  return [
    ...(rules ?? []).flatMap((rule, index) => validateRule(RULES.index(index), rule, false)),
    ...(aggregationRule && selectors.length === 0
      ? [fieldError.required(SELECTORS, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
      : []),
    ...selectors.flatMap((selector, index) => validateSelector(SELECTORS.index(index), selector)),
  ];
}

/** Of a selector that cannot be used kube-apiserver also refuses the whole, as nothing. */
function validateSelector(path: FieldPath, selector: LabelSelector): FieldError[] {
  const errors = validateLabelSelector(selector, path);
  return errors.length > 0 ? [...errors, fieldError.invalid(path, null, 'invalid label selector.')] : [];
}

/** A rule has either resources or non-resource URLs; namespaced roles have no non-resource URLs. */
function validateRule(path: FieldPath, rule: PolicyRule, namespaced: boolean): FieldError[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const errors: FieldError[] = [];
  if (!verbs?.length) errors.push(fieldError.required(path.child('verbs'), 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const urls = path.child('nonResourceURLs');
    if (namespaced) {
      errors.push(fieldError.invalid(urls, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    }
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      errors.push(
        fieldError.invalid(urls, nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs'),
      );
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(fieldError.required(path.child('apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(fieldError.required(path.child('resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}
