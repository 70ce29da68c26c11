import {
  fieldError,
  goSlice,
  goString,
  goStringMap,
  goStrings,
  goStruct,
  goValue,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
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
  if (kept) return [];
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [fieldError.invalid(path, goValue(goStringMap, spec.nodeSelector), detail)];
}

const goRequirements = goSlice(
  '[]core.NodeSelectorRequirement',
  goStruct('core.NodeSelectorRequirement', { key: goString, operator: goString, values: goStrings }),
);
const goTerm = goStruct('core.NodeSelectorTerm', { matchExpressions: goRequirements, matchFields: goRequirements });
const goTerms = goSlice('[]core.NodeSelectorTerm', goTerm);

function validateNodeAffinity(path: FieldPath, spec: PodSpec, before: PodSpec): FieldError[] {
  const old = before.affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms;
  if (!old) return [];
  const sent = spec.affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms;
  const terms = sent ?? [];
  const at = path.child('nodeSelectorTerms');
  if (terms.length !== old.length) {
    return [
      fieldError.invalid(
        at,
        goValue(goTerms, sent),
        'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ),
    ];
  }
  return terms.flatMap((term, index) => {
    const current = old[index]!;
    const narrower = includesAll(term.matchExpressions, current.matchExpressions);
    return narrower && !widens(current, term) && includesAll(term.matchFields, current.matchFields)
      ? []
      : [
          fieldError.invalid(
            at.index(index),
            goValue(goTerm, term),
            'only additions are allowed (no mutations or deletions)',
          ),
        ];
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
