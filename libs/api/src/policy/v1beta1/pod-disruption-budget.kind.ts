import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import type { LabelSelector } from '../../meta/v1/label-selector.js';
import { podDisruptionBudgetKind } from '../v1/pod-disruption-budget/pod-disruption-budget.kind.js';
import type { PodDisruptionBudget } from '../v1/pod-disruption-budget/pod-disruption-budget.types.js';

/**
 * The older version, removed in 1.25. An empty selector means no pods here and all pods in v1 (B-436, B-437): each version represents the
 * other's meaning as a selector on a label that no pod has.
 */
export const podDisruptionBudgetV1Beta1Kind: KindDeclaration = {
  ...siblingVersion(podDisruptionBudgetKind, {
    version: 'v1beta1',
    structs: structVersion('policy.v1', 'policy.v1beta1', {
      fields: { 'PodDisruptionBudgetSpec.selector': { patchStrategy: undefined } },
    }),
    lifecycle: {
      deprecated: 21,
      removed: 25,
      replacement: { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' },
    },
  }),
  conversion: ({ labels }: Vocabulary) => {
    const by = (operator: string): LabelSelector => ({
      matchExpressions: [{ key: labels.emptyBudgetSelector, operator }],
    });
    const swap =
      (from: LabelSelector, to: LabelSelector) =>
      (selector: LabelSelector): LabelSelector =>
        same(selector, from) ? to : selector;
    const none = by('Exists');
    const all = by('DoesNotExist');
    return {
      storedAs: { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' },
      toStored: (object) => withSelector(object, (s) => (isEmpty(s) ? none : swap(all, {})(s))),
      fromStored: (object) => withSelector(object, (s) => (isEmpty(s) ? all : swap(none, {})(s))),
    };
  },
};

function withSelector(object: ApiObject, change: (selector: LabelSelector) => LabelSelector): ApiObject {
  const { spec } = object as PodDisruptionBudget;
  if (!spec?.selector) return object;
  const selector = change(spec.selector);
  return selector === spec.selector ? object : ({ ...object, spec: { ...spec, selector } } as ApiObject);
}

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean =>
  Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;

/** Whether a selector consists of exactly that one requirement on the presence of a label. */
function same({ matchLabels = {}, matchExpressions = [] }: LabelSelector, other: LabelSelector): boolean {
  const [one] = matchExpressions;
  const [wanted] = other.matchExpressions ?? [];
  return (
    Object.keys(matchLabels).length === 0 &&
    matchExpressions.length === 1 &&
    one?.key === wanted?.key &&
    one?.operator === wanted?.operator
  );
}
