import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { jsonKey } from '../../../validation/json-equality.js';
import type { NodeSelectorTerm } from '../node-selector.js';
import type { PodSpec } from './pod-spec.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Where a pod that waits behind a gate may run can become narrower, never wider: who opened it relied on the rest. */
export const validateGatedScheduling = (path: FieldPath, spec: PodSpec, before: PodSpec): FieldError[] => [
  ...validateNodeSelector(path.child('nodeSelector'), spec, before),
  ...validateNodeAffinity(path.child('affinity').child('nodeAffinity').child(REQUIRED), spec, before),
];

function validateNodeSelector(path: FieldPath, spec: PodSpec, before: PodSpec): FieldError[] {
  const kept = Object.entries(before.nodeSelector ?? {}).every(([key, value]) => spec.nodeSelector?.[key] === value);
  return kept ? [] : [fieldError.invalid(path, spec.nodeSelector, 'only additions are allowed to nodeSelector')];
}

function validateNodeAffinity(path: FieldPath, spec: PodSpec, before: PodSpec): FieldError[] {
  const old = before.affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms;
  if (!old) return [];
  const terms = spec.affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const at = path.child('nodeSelectorTerms');
  if (terms.length !== old.length) {
    return [fieldError.invalid(at, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')];
  }
  return terms.flatMap((term, index) => {
    const standing = old[index]!;
    const narrower = includesAll(term.matchExpressions, standing.matchExpressions);
    return narrower && !widens(standing, term) && includesAll(term.matchFields, standing.matchFields)
      ? []
      : [fieldError.invalid(at.index(index), term, 'only additions are allowed (no mutations or deletions)')];
  });
}

/** A term that matched nothing would match something. */
const widens = (before: NodeSelectorTerm, term: NodeSelectorTerm): boolean => isEmpty(before) && !isEmpty(term);

const isEmpty = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): boolean =>
  matchExpressions.length + matchFields.length === 0;

function includesAll(list: readonly object[] = [], wanted: readonly object[] = []): boolean {
  const known = new Set(list.map(jsonKey));
  return wanted.every((one) => known.has(jsonKey(one)));
}
