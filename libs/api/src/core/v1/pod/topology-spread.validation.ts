import { fieldError, validateLabelSelector, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { TopologySpreadConstraint } from './scheduling.js';

const WHEN_UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'];
const POLICIES = ['Honor', 'Ignore'];

/** Topology spread constraints; unique by topology key and whenUnsatisfiable. */
export function validateTopologySpread(
  path: FieldPath,
  constraints: readonly TopologySpreadConstraint[] = [],
): FieldError[] {
  const identities = constraints.map(
    ({ topologyKey = '', whenUnsatisfiable = '' }) => `{${topologyKey}, ${whenUnsatisfiable}}`,
  );
  const last = new Map(identities.map((identity, index) => [identity, index]));
  return constraints.flatMap((constraint, index) => {
    const at = path.index(index);
    const identity = identities[index]!;
    // Of two equal ones kube-apiserver reports the first.
    const repeated =
      last.get(identity) === index
        ? []
        : [fieldError.duplicate(at.child('{topologyKey, whenUnsatisfiable}'), identity)];
    return [...validateConstraint(at, constraint), ...repeated];
  });
}

function validateConstraint(path: FieldPath, constraint: TopologySpreadConstraint): FieldError[] {
  const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains, labelSelector } = constraint;
  return [
    ...(maxSkew > 0 ? [] : [fieldError.invalid(path.child('maxSkew'), maxSkew, 'must be greater than zero')]),
    ...(topologyKey === '' ? [fieldError.required(path.child('topologyKey'), 'can not be empty')] : []),
    ...validateOneOf(path.child('whenUnsatisfiable'), whenUnsatisfiable, WHEN_UNSATISFIABLE),
    ...(minDomains === undefined ? [] : validateMinDomains(path.child('minDomains'), minDomains, whenUnsatisfiable)),
    ...validateOneOf(path.child('nodeAffinityPolicy'), constraint.nodeAffinityPolicy, POLICIES),
    ...validateOneOf(path.child('nodeTaintsPolicy'), constraint.nodeTaintsPolicy, POLICIES),
    ...validateMatchLabelKeys(path.child('matchLabelKeys'), constraint),
    ...validateLabelSelector(labelSelector, path.child('labelSelector')),
  ];
}

function validateMinDomains(path: FieldPath, minDomains: number, whenUnsatisfiable: string): FieldError[] {
  const errors = minDomains > 0 ? [] : [fieldError.invalid(path, minDomains, 'must be greater than zero')];
  if (whenUnsatisfiable !== 'DoNotSchedule') {
    const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
    errors.push(fieldError.invalid(path, minDomains, detail));
  }
  return errors;
}

/** Match label keys extend the selector: it is required, and must not contain them. */
function validateMatchLabelKeys(path: FieldPath, constraint: TopologySpreadConstraint): FieldError[] {
  const { matchLabelKeys = [], labelSelector } = constraint;
  const errors =
    matchLabelKeys.length > 0 && !labelSelector
      ? [fieldError.forbidden(path, 'must not be specified when labelSelector is not set')]
      : [];
  const used = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  for (const [index, key] of matchLabelKeys.entries()) {
    const at = path.index(index);
    errors.push(...checkQualifiedName(at, key));
    if (used.has(key)) errors.push(fieldError.invalid(at, key, 'exists in both matchLabelKeys and labelSelector'));
  }
  return errors;
}
