import { packedJsonOf, packedTextsOf } from '@orch/apimachinery';
import { keyOf, type InformerChange, type ObjectKey } from '@orch/client';
import type { LabelConditions } from '../shared/label-conditions.js';
import { knownConditions } from '../shared/known-conditions.js';
import { sameLabels } from '../shared/same-labels.js';
import type { Pod, PodDisruptionBudget } from './budget.js';
import { isHealthy } from './plan.js';

/** Labels and requirements that are compared for one event of a pod. */
const COMPARED_AT_ONCE = 10_000;

/** Predicate: changes of a pod that may change budgets. Most changes of its status do not. */
export const changesBudgets = (change: InformerChange<Pod>): boolean =>
  change.type !== 'updated' ||
  factsOf(change.old) !== factsOf(change.object) ||
  !sameLabels(change.old.metadata, change.object.metadata);

const factsOf = (pod: Pod): string => {
  const { deletionTimestamp, ownerReferences } = pod.metadata;
  return JSON.stringify([deletionTimestamp, isHealthy(pod), ownerReferences?.find(({ controller }) => controller)]);
};

/**
 * The budgets to compute after an event of a pod: those of its namespace that cover it. Those whose selectors are not indexed
 * yet are among them, and those that would take too long to compare: computing one more is harmless.
 */
export function budgetsToCompute(pod: Pod, budgets: readonly PodDisruptionBudget[]): readonly ObjectKey[] {
  if (budgets.length === 0) return [];
  const isPacked = packedJsonOf(pod.metadata, 'labels') !== undefined;
  const labels = isPacked ? Number.POSITIVE_INFINITY : Object.keys(pod.metadata.labels ?? {}).length;
  let compared = 0;
  return budgets
    .filter((budget) => {
      const conditions = knownConditions(budget);
      if (!conditions || compared >= COMPARED_AT_ONCE) return true;
      compared += Math.min(labels, conditions.size);
      return covers(conditions, pod);
    })
    .map(keyOf);
}

/** Very many labels are not parsed for it. */
function covers(conditions: LabelConditions, { metadata }: Pod): boolean {
  const labelOf = packedTextsOf(metadata, 'labels');
  return labelOf ? conditions.matchesEach(labelOf) : conditions.matches(metadata.labels);
}

/** The pods that a budget covers, in steps: an empty selector matches all pods of the namespace, an absent one none (B-436, B-438). */
export function* coveredPods(pods: readonly Pod[], conditions: LabelConditions): Generator<undefined, readonly Pod[]> {
  const covered: Pod[] = [];
  for (const pod of pods) {
    if (covers(conditions, pod)) covered.push(pod);
    yield;
  }
  return covered;
}
