import { fieldError, validateLabelSelector, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName, checkSetName } from '../../../validation/names.js';
import { validateNodeSelector, validateNodeSelectorTerm } from '../node-selector.validation.js';
import type { Affinity, NodeAffinity, PodAffinity, PodAffinityTerm } from './affinity.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Nodes and pods this one belongs to, and those it keeps away from. */
export const validateAffinity = (path: FieldPath, affinity: Affinity = {}): FieldError[] => [
  ...(affinity.nodeAffinity ? validateNodeAffinity(path.child('nodeAffinity'), affinity.nodeAffinity) : []),
  ...validatePodAffinity(path.child('podAffinity'), affinity.podAffinity),
  ...validatePodAffinity(path.child('podAntiAffinity'), affinity.podAntiAffinity),
];

const validateNodeAffinity = (path: FieldPath, affinity: NodeAffinity): FieldError[] => [
  ...(affinity[REQUIRED] ? validateNodeSelector(path.child(REQUIRED), affinity[REQUIRED]) : []),
  ...(affinity[PREFERRED] ?? []).flatMap(({ weight, preference }, index) => {
    const at = path.child(PREFERRED).index(index);
    return [...validateWeight(at, weight), ...validateNodeSelectorTerm(at.child('preference'), preference)];
  }),
];

const validateWeight = (path: FieldPath, weight: number | undefined): FieldError[] =>
  weight !== undefined && weight >= 1 && weight <= 100
    ? []
    : [fieldError.invalid(path.child('weight'), weight ?? 0, 'must be in the range 1-100')];

const validatePodAffinity = (path: FieldPath, affinity: PodAffinity = {}): FieldError[] => [
  ...(affinity[REQUIRED] ?? []).flatMap((term, index) => validateTerm(path.child(REQUIRED).index(index), term)),
  ...(affinity[PREFERRED] ?? []).flatMap(({ weight, podAffinityTerm }, index) => {
    const at = path.child(PREFERRED).index(index);
    return [...validateWeight(at, weight), ...validateTerm(at.child('podAffinityTerm'), podAffinityTerm)];
  }),
];

function validateTerm(path: FieldPath, term: Partial<PodAffinityTerm> = {}): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey = '' } = term;
  const key = path.child('topologyKey');
  return [
    ...validateLabelSelector(labelSelector, path.child('labelSelector')),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    // Kube-apiserver does not name the item.
    ...namespaces.flatMap((name) => checkSetName(path.child('namespace'), name, 'dns-label')),
    ...validateMatchLabelKeys(path, term),
    ...(topologyKey === '' ? [fieldError.required(key, 'can not be empty')] : []),
    ...checkQualifiedName(key, topologyKey),
  ];
}

/** Match label keys extend the selector, so it is required, and a key must not be both matched and mismatched. */
function validateMatchLabelKeys(path: FieldPath, term: Partial<PodAffinityTerm>): FieldError[] {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term;
  const errors: FieldError[] = [];
  for (const [field, keys] of [
    ['matchLabelKeys', matchLabelKeys],
    ['mismatchLabelKeys', mismatchLabelKeys],
  ] as const) {
    if (keys.length > 0 && !labelSelector) {
      errors.push(fieldError.forbidden(path.child(field), 'must not be specified when labelSelector is not set'));
    } else errors.push(...keys.flatMap((key, index) => checkQualifiedName(path.child(field).index(index), key)));
  }
  const mismatched = new Set(mismatchLabelKeys);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (mismatched.has(key)) {
      const detail = 'exists in both matchLabelKeys and mismatchLabelKeys';
      errors.push(fieldError.invalid(path.child('matchLabelKeys').index(index), key, detail));
    }
  }
  return errors;
}
