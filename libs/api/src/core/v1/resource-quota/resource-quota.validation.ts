import {
  fieldError,
  FieldPath,
  goSlice,
  goString,
  goStrings,
  goStruct,
  goValue,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateNotNegative } from '../../../validation/values.js';
import { refusedResourceName, validateResourceName } from '../pod/resource-names.validation.js';
import { isIndivisible, isWhole } from '../pod/resource-names.js';
import { isStandardQuotaName, scopeFits } from './quota-names.js';
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
  'VolumeAttributesClass',
];
/** Scopes with values to choose by. */
const CLASSES: ReadonlySet<string> = new Set(['PriorityClass', 'VolumeAttributesClass']);
const CONTRARY = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
/** Scopes that are or are not, without values to choose by. */
const PLAIN: ReadonlySet<string> = new Set(SCOPES.filter((scope) => !CLASSES.has(scope)));

export function validateResourceQuota({ spec = {} }: ResourceQuota, vocabulary: Vocabulary): FieldError[] {
  return [
    ...validateAmounts(SPEC.child('hard'), spec.hard, vocabulary),
    ...validateScopes(SPEC.child('scopes'), spec),
    ...validateSelector(SPEC.child('scopeSelector'), spec),
  ];
}

/** Another set of objects would be another quota. */
export const validateResourceQuotaUpdate = (
  quota: ResourceQuota,
  old: ResourceQuota,
  vocabulary: Vocabulary,
): FieldError[] => [
  ...validateResourceQuota(quota, vocabulary),
  ...validateUnchanged(SPEC, quota.spec, old.spec, ['scopes']),
];

export const validateResourceQuotaStatus = ({ status }: ResourceQuota, vocabulary: Vocabulary): FieldError[] => [
  ...validateAmounts(STATUS.child('hard'), status?.hard, vocabulary),
  ...validateAmounts(STATUS.child('used'), status?.used, vocabulary),
];

const validateAmounts = (
  path: FieldPath,
  amounts: Readonly<Record<string, string>> = {},
  vocabulary: Vocabulary,
): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const at = path.key(name);
    const isKnown = name.includes('/') || isStandardQuotaName(name);
    return [
      ...validateResourceName(at, name),
      ...(isKnown ? [] : [refusedResourceName(at, name, 'must be a standard resource for quota')]),
      ...validateNotNegative(at, amount),
      ...(isIndivisible(name, vocabulary) && !isWhole(amount)
        ? [fieldError.invalid(at, amount, 'must be an integer')]
        : []),
    ];
  });

const goScopes = goSlice('[]core.ResourceQuotaScope', goString);
const goScopeSelector = goStruct('core.ScopeSelector', {
  matchExpressions: goSlice(
    '[]core.ScopedResourceSelectorRequirement',
    goStruct('core.ScopedResourceSelectorRequirement', { scopeName: goString, operator: goString, values: goStrings }),
  ),
});

/** Each error contains the complete list: one of each kind suffices. */
function validateScopes(path: FieldPath, spec: ResourceQuotaSpec): FieldError[] {
  const scopes = spec.scopes ?? [];
  const shown = goValue(goScopes, spec.scopes);
  return [
    ...(scopes.every((scope) => SCOPES.includes(scope)) ? [] : [fieldError.invalid(path, shown, 'unsupported scope')]),
    ...(fitAll(scopes, spec) ? [] : [fieldError.invalid(path, shown, 'unsupported scope applied to resource')]),
    ...validateContrary(path, scopes, spec),
  ];
}

/** Whether all limited resources are of the objects that have these scopes. */
function fitAll(scopes: readonly string[], { hard = {} }: ResourceQuotaSpec): boolean {
  const names = Object.keys(hard).filter(isStandardQuotaName);
  return SCOPES.every((scope) => !scopes.includes(scope) || names.every((name) => scopeFits(scope, name)));
}

/** Kube-apiserver shows the scopes of the quota also where the contrary ones are in its selector. */
const validateContrary = (path: FieldPath, scopes: readonly string[], spec: ResourceQuotaSpec): FieldError[] =>
  CONTRARY.filter(([one, other]) => scopes.includes(one) && scopes.includes(other)).map(() =>
    fieldError.invalid(path, goValue(goScopes, spec.scopes), 'conflicting scopes'),
  );

/** Kube-apiserver does not name the expression of an error. */
function validateSelector(selector: FieldPath, spec: ResourceQuotaSpec): FieldError[] {
  const path = selector.child('matchExpressions');
  const expressions = spec.scopeSelector?.matchExpressions ?? [];
  const scopes = expressions.map(({ scopeName = '' }) => scopeName);
  return [
    ...expressions.flatMap((expression) => validateExpression(path, expression)),
    ...(fitAll(scopes, spec)
      ? []
      : [
          fieldError.invalid(
            path,
            goValue(goScopeSelector, spec.scopeSelector),
            'unsupported scope applied to resource',
          ),
        ]),
    ...validateContrary(path, scopes, spec),
  ];
}

function validateExpression(path: FieldPath, expression: Partial<ScopedResourceSelectorRequirement>): FieldError[] {
  const { scopeName = '', operator = '', values = [] } = expression;
  const at = path.child('operator');
  const errors: FieldError[] = [];
  if (!SCOPES.includes(scopeName)) {
    errors.push(fieldError.invalid(path.child('scopeName'), scopeName, 'unsupported scope'));
  }
  if (PLAIN.has(scopeName) && operator !== 'Exists') {
    const detail = `must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity`;
    errors.push(fieldError.invalid(at, operator, detail));
  }
  if (operator === 'In' || operator === 'NotIn') {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(fieldError.required(path.child('values'), detail));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(fieldError.invalid(path.child('values'), values, detail));
  } else {
    errors.push(fieldError.invalid(at, operator, 'not a valid selector operator'));
  }
  return errors;
}
