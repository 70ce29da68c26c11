import { fieldError, validateLabelSelector, repeatedItems, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { MatchResources, NamedRuleWithOperations } from './match-resources.js';
import { validateRule } from './rules.validation.js';

export function validateMatchResources(path: FieldPath, match: MatchResources): FieldError[] {
  return [
    ...validateOneOf(path.child('matchPolicy'), match.matchPolicy, ['Equivalent', 'Exact']),
    ...validateLabelSelector(match.namespaceSelector, path.child('namespaceSelector')),
    ...validateLabelSelector(match.objectSelector, path.child('objectSelector')),
    ...validateNamedRules(path.child('resourceRules'), match.resourceRules),
    ...validateNamedRules(path.child('excludeResourceRules'), match.excludeResourceRules),
  ];
}

/** A policy requires at least one resource rule. */
export function validateMatchConstraints(path: FieldPath, match: MatchResources | undefined): FieldError[] {
  if (!match) return [fieldError.required(path)];
  return [
    ...validateMatchResources(path, match),
    ...((match.resourceRules ?? []).length === 0 ? [fieldError.required(path.child('resourceRules'))] : []),
  ];
}

const validateNamedRules = (path: FieldPath, rules: readonly NamedRuleWithOperations[] = []): FieldError[] =>
  rules.flatMap((rule, index) => {
    const at = path.index(index);
    const { resourceNames: names = [] } = rule;
    const repeated = repeatedItems(names);
    return [
      ...names.flatMap((name, position) => [
        ...checkName(at.child('resourceNames').index(position), name, 'path-segment'),
        ...(repeated.has(position) ? [fieldError.duplicate(at.child('resourceNames').index(position), name)] : []),
      ]),
      ...validateRule(at, rule),
    ];
  });
