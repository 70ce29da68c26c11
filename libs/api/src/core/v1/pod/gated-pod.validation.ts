import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { jsonKey } from '../../../validation/json-equality.js';
import type { NodeSelectorTerm } from '../node-selector.js';
import type { PodSpec } from './pod-spec.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Node constraints of a pod with scheduling gates may become narrower, never wider: controllers that remove gates rely on them. */
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
    const current = old[index]!;
    const narrower = includesAll(term.matchExpressions, current.matchExpressions);
    return narrower && !widens(current, term) && includesAll(term.matchFields, current.matchFields)
      ? []
      : [fieldError.invalid(at.index(index), term, 'only additions are allowed (no mutations or deletions)')];
  });
}

/** Whether a term that matched nothing would match nodes. */
const widens = (before: NodeSelectorTerm, term: NodeSelectorTerm): boolean => isEmpty(before) && !isEmpty(term);

const isEmpty = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): boolean =>
  matchExpressions.length + matchFields.length === 0;

function includesAll(list: readonly object[] = [], wanted: readonly object[] = []): boolean {
  const known = new Set(list.map(jsonKey));
  return wanted.every((one) => known.has(jsonKey(one)));
}
