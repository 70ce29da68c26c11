import { fieldError, repeatedItems, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '../../../core/v1/topology-selector.js';
import { checkQualifiedName } from '../../../validation/names.js';

/** Where volumes of the class may be: terms that say something, no two of them the same. */
export function validateTopologies(path: FieldPath, topologies: readonly TopologySelectorTerm[] = []): FieldError[] {
  const seen = new Set([identityOf([])]);
  return topologies.flatMap(({ matchLabelExpressions = [] }, index) => {
    const at = path.index(index).child('matchLabelExpressions');
    const identity = identityOf(matchLabelExpressions);
    const repeated = seen.has(identity) ? [fieldError.duplicate(at, '')] : [];
    seen.add(identity);
    return [...validateRequirements(at, matchLabelExpressions), ...repeated];
  });
}

/** Each requirement names a label, once, and at least one value, each once. */
function validateRequirements(
  path: FieldPath,
  requirements: readonly Partial<TopologySelectorLabelRequirement>[],
): FieldError[] {
  const seen = new Set<string>();
  return requirements.flatMap(({ key = '', values: listed }, index) => {
    const values = listed ?? [];
    const at = path.index(index);
    const repeated = seen.has(key) ? [fieldError.duplicate(at.child('key'), key)] : [];
    const repeatedValues = repeatedItems(values);
    seen.add(key);
    return [
      ...(values.length === 0 ? [fieldError.required(at.child('values'))] : []),
      ...values.flatMap((value, i) =>
        repeatedValues.has(i) ? [fieldError.duplicate(at.child('values').index(i), value)] : [],
      ),
      ...checkQualifiedName(at.child('key'), key),
      ...repeated,
    ];
  });
}

/** Equal for terms that select the same: order and repetition do not count. */
const identityOf = (requirements: readonly Partial<TopologySelectorLabelRequirement>[]): string =>
  JSON.stringify(
    requirements.map(({ key = '', values }) => JSON.stringify([key, ...[...new Set(values)].toSorted()])).toSorted(),
  );
