import { fieldError, FieldPath, Quantity, type FieldError } from '@orch/apimachinery';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateNotNegative, validateOneOf } from '../../../validation/values.js';
import { isCountedWhole, isStandardQuotaName, scopeFits } from './quota-names.js';
import type { ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from './resource-quota.types.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const SCOPES = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
];
const CONTRARY = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
/** Scopes that are or are not, without values to choose by. */
const PLAIN: ReadonlySet<string> = new Set(SCOPES.filter((scope) => scope !== 'PriorityClass'));

export function validateResourceQuota({ spec = {} }: ResourceQuota): FieldError[] {
  return [
    ...validateAmounts(SPEC.child('hard'), spec.hard),
    ...validateScopes(SPEC.child('scopes'), spec.scopes ?? [], spec),
    ...validateSelector(SPEC.child('scopeSelector'), spec),
  ];
}

/** Another set of objects would be another quota. */
export const validateResourceQuotaUpdate = (quota: ResourceQuota, old: ResourceQuota): FieldError[] => [
  ...validateResourceQuota(quota),
  ...validateUnchanged(SPEC, quota.spec, old.spec, ['scopes']),
];

export const validateResourceQuotaStatus = ({ status }: ResourceQuota): FieldError[] => [
  ...validateAmounts(STATUS.child('hard'), status?.hard),
  ...validateAmounts(STATUS.child('used'), status?.used),
];

const validateAmounts = (path: FieldPath, amounts: Readonly<Record<string, string>> = {}): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const at = path.key(name);
    const isKnown = name.includes('/') || isStandardQuotaName(name);
    const isWhole = !isCountedWhole(name) || Number.isInteger(Quantity.parse(amount)?.toNumber() ?? NaN);
    return [
      ...checkQualifiedName(at, name),
      ...(isKnown ? [] : [fieldError.invalid(at, name, 'must be a standard resource for quota')]),
      ...validateNotNegative(at, amount),
      ...(isWhole ? [] : [fieldError.invalid(at, amount, 'must be an integer')]),
    ];
  });

function validateScopes(path: FieldPath, scopes: readonly string[], { hard = {} }: ResourceQuotaSpec): FieldError[] {
  const errors: FieldError[] = [];
  // Each error contains the complete list: one of each kind suffices.
  const names = Object.keys(hard).filter(isStandardQuotaName);
  const [known, unknown] = [SCOPES.filter((scope) => scopes.includes(scope)), scopes.some((s) => !SCOPES.includes(s))];
  if (unknown) errors.push(fieldError.invalid(path, scopes, 'unsupported scope'));
  if (known.some((scope) => names.some((name) => !scopeFits(scope, name)))) {
    errors.push(fieldError.invalid(path, scopes, 'unsupported scope applied to resource'));
  }
  for (const [one, other] of CONTRARY) {
    if (scopes.includes(one) && scopes.includes(other)) {
      errors.push(fieldError.invalid(path, scopes, 'conflicting scopes'));
    }
  }
  return errors;
}

function validateSelector(path: FieldPath, spec: ResourceQuotaSpec): FieldError[] {
  const expressions = spec.scopeSelector?.matchExpressions ?? [];
  const at = path.child('matchExpressions');
  return [
    ...validateScopes(
      at,
      expressions.map(({ scopeName }) => scopeName),
      spec,
    ),
    ...expressions.flatMap((expression, index) => validateExpression(at.index(index), expression)),
  ];
}

function validateExpression(path: FieldPath, expression: ScopedResourceSelectorRequirement): FieldError[] {
  const { scopeName, operator, values = [] } = expression;
  const takesValues = operator === 'In' || operator === 'NotIn';
  const errors = validateOneOf(path.child('operator'), operator, ['DoesNotExist', 'Exists', 'In', 'NotIn']);
  if (PLAIN.has(scopeName) && operator !== 'Exists') {
    const detail = `must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity`;
    errors.push(fieldError.invalid(path.child('operator'), operator, detail));
  }
  if (takesValues && values.length === 0) {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    errors.push(fieldError.required(path.child('values'), detail));
  }
  if (!takesValues && values.length > 0) {
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    errors.push(fieldError.invalid(path.child('values'), values, detail));
  }
  return errors;
}
