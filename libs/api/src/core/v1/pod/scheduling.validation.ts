import {
  fieldError,
  validateLabels,
  validateLabelSelector,
  validateLabelValue,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import { validateNodeSelector } from '../node-selector.validation.js';
import type { PodAffinity, PodAffinityTerm } from './affinity.js';
import type { PodSpec } from './pod-spec.js';
import type { Toleration, TopologySpreadConstraint } from './scheduling.js';

const OPERATORS = ['Equal', 'Exists'];
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const WHEN_UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'];

/** Where a pod may run: selector, tolerations, affinity, spread, gates. */
export function validateScheduling(path: FieldPath, spec: PodSpec): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const affinity = path.child('affinity');
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const node = affinity.child('nodeAffinity');
  return [
    ...(spec.nodeSelector ? validateLabels(spec.nodeSelector, path.child('nodeSelector')) : []),
    ...validateTolerations(path.child('tolerations'), spec.tolerations),
    ...(required ? validateNodeSelector(node.child('requiredDuringSchedulingIgnoredDuringExecution'), required) : []),
    ...preferred.flatMap(({ weight }, index) =>
      validateRange(
        node.child('preferredDuringSchedulingIgnoredDuringExecution').index(index).child('weight'),
        weight ?? 0,
        1,
        100,
      ),
    ),
    ...validatePodAffinity(affinity.child('podAffinity'), podAffinity),
    ...validatePodAffinity(affinity.child('podAntiAffinity'), podAntiAffinity),
    ...validateSpread(path.child('topologySpreadConstraints'), spec.topologySpreadConstraints),
    ...(spec.schedulingGates ?? []).flatMap(({ name }, index) =>
      checkQualifiedName(path.child('schedulingGates').index(index).child('name'), name ?? ''),
    ),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType }, index) =>
      checkQualifiedName(path.child('readinessGates').index(index).child('conditionType'), conditionType ?? ''),
    ),
  ];
}

function validateTolerations(path: FieldPath, tolerations: readonly Toleration[] = []): FieldError[] {
  return tolerations.flatMap(({ key = '', operator = 'Equal', value = '', effect, tolerationSeconds }, index) => {
    const at = path.index(index);
    const errors = key === '' ? [] : checkQualifiedName(at.child('key'), key);
    if (key === '' && operator !== 'Exists') {
      errors.push(
        fieldError.invalid(
          at.child('operator'),
          operator,
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      errors.push(
        fieldError.invalid(
          at.child('effect'),
          effect ?? '',
          "effect must be 'NoExecute' when `tolerationSeconds` is set",
        ),
      );
    }
    errors.push(...validateOneOf(at.child('operator'), operator, OPERATORS));
    if (operator === 'Exists' && value !== '') {
      errors.push(fieldError.invalid(at.child('operator'), value, "value must be empty when `operator` is 'Exists'"));
    }
    errors.push(...validateLabelValue(value).map((fault) => fieldError.invalid(at.child('value'), value, fault)));
    return [...errors, ...validateOneOf(at.child('effect'), effect || undefined, EFFECTS)];
  });
}

function validatePodAffinity(path: FieldPath, affinity: PodAffinity = {}): FieldError[] {
  const required = path.child('requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...(affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, index) =>
      validateAffinityTerm(required.index(index), term),
    ),
    ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(
      ({ weight, podAffinityTerm }, index) => [
        ...validateRange(preferred.index(index).child('weight'), weight ?? 0, 1, 100),
        ...validateAffinityTerm(preferred.index(index).child('podAffinityTerm'), podAffinityTerm),
      ],
    ),
  ];
}

function validateAffinityTerm(path: FieldPath, term: PodAffinityTerm | undefined): FieldError[] {
  const key = path.child('topologyKey');
  return [
    ...(term?.topologyKey ? checkQualifiedName(key, term.topologyKey) : [fieldError.required(key, 'can not be empty')]),
    ...validateLabelSelector(term?.labelSelector, path.child('labelSelector')),
    ...validateLabelSelector(term?.namespaceSelector, path.child('namespaceSelector')),
  ];
}

function validateSpread(path: FieldPath, constraints: readonly TopologySpreadConstraint[] = []): FieldError[] {
  return constraints.flatMap((constraint, index) => {
    const at = path.index(index);
    const { topologyKey, whenUnsatisfiable, labelSelector } = constraint;
    return [
      ...validateRange(at.child('maxSkew'), constraint.maxSkew ?? 0, 1),
      ...(topologyKey ? [] : [fieldError.required(at.child('topologyKey'), 'can not be empty')]),
      ...validateOneOf(at.child('whenUnsatisfiable'), whenUnsatisfiable ?? '', WHEN_UNSATISFIABLE),
      ...validateRange(at.child('minDomains'), constraint.minDomains, 1),
      ...validateLabelSelector(labelSelector, at.child('labelSelector')),
    ];
  });
}
