import { fieldError, validateLabels, validateLabelValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkName, checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import { validateAffinity } from './affinity.validation.js';
import type { PodSpec } from './pod-spec.js';
import type { PodSchedulingGate, Toleration } from './scheduling.js';
import { validateTopologySpread } from './topology-spread.validation.js';

const OPERATORS = ['Equal', 'Exists'];
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Where and when a pod may run: selector, tolerations, affinity, spread, gates, priority. */
export const validateScheduling = (path: FieldPath, spec: PodSpec): FieldError[] => [
  ...(spec.nodeSelector ? validateLabels(spec.nodeSelector, path.child('nodeSelector')) : []),
  ...validateTolerations(path.child('tolerations'), spec.tolerations),
  ...validateAffinity(path.child('affinity'), spec.affinity),
  ...validateTopologySpread(path.child('topologySpreadConstraints'), spec.topologySpreadConstraints),
  ...validateGates(path.child('schedulingGates'), spec.schedulingGates),
  ...(spec.readinessGates ?? []).flatMap(({ conditionType }, index) =>
    checkQualifiedName(path.child('readinessGates').index(index).child('conditionType'), conditionType ?? ''),
  ),
  ...checkName(path.child('nodeName'), spec.nodeName, 'dns-subdomain'),
  ...checkName(path.child('priorityClassName'), spec.priorityClassName, 'dns-subdomain'),
  ...(spec.preemptionPolicy === ''
    ? [fieldError.required(path.child('preemptionPolicy'))]
    : validateOneOf(path.child('preemptionPolicy'), spec.preemptionPolicy, ['PreemptLowerPriority', 'Never'])),
];

function validateGates(path: FieldPath, gates: readonly PodSchedulingGate[] = []): FieldError[] {
  const seen = new Set<string>();
  return gates.flatMap(({ name = '' }, index) => {
    const at = path.index(index);
    const repeated = seen.has(name) ? [fieldError.duplicate(at, name)] : [];
    seen.add(name);
    return [...checkQualifiedName(at, name), ...repeated];
  });
}

/** Tolerations of a pod, or of all pods of a class. */
export function validateTolerations(path: FieldPath, tolerations: readonly Toleration[] = []): FieldError[] {
  return tolerations.flatMap(({ key = '', operator = '', value = '', effect = '', tolerationSeconds }, index) => {
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
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(fieldError.invalid(at.child('effect'), effect, detail));
    }
    errors.push(...validateTolerated(at.child('operator'), operator, value));
    return [...errors, ...validateOneOf(at.child('effect'), effect || undefined, EFFECTS)];
  });
}

/** The value of a toleration; kube-apiserver reports its faults at the operator. */
function validateTolerated(path: FieldPath, operator: string, value: string): FieldError[] {
  if (operator === 'Exists') {
    return value === '' ? [] : [fieldError.invalid(path, value, "value must be empty when `operator` is 'Exists'")];
  }
  return operator === '' || operator === 'Equal'
    ? validateLabelValue(value).map((fault) => fieldError.invalid(path, value, fault))
    : [fieldError.notSupported(path, operator, OPERATORS)];
}
