import { aggregatedText } from '@orch/apimachinery';
import type { Pause } from '@orch/http';
import type { PauseAfterWork } from '../pause-after-work.js';
import type { ConditionMetrics, EvaluatedConditions } from './condition-metrics.js';
import { Failed, type CostBudget, type AdmissionExpression, type AdmissionValues } from './admission-expression.js';

/** Outcome of match conditions. `failed`: none was false, but this could not be evaluated. */
export type ConditionsOutcome = { readonly matches: boolean } | { readonly failed: string };

/** Where an evaluation is counted. */
export interface CountedConditions {
  readonly metrics: Pick<ConditionMetrics, 'evaluated'>;
  readonly of: EvaluatedConditions;
}

/** Whether all conditions are true: one false one decides, whatever the others are. Yields after those that took long, and what they wait for. */
export function* evaluateConditions(
  conditions: readonly AdmissionExpression[],
  values: AdmissionValues,
  budget: CostBudget,
  pause: Pick<PauseAfterWork, 'isDue'>,
  counted: CountedConditions,
): Generator<Pause, ConditionsOutcome> {
  if (conditions.length === 0) return { matches: true };
  const startedMs = performance.now();
  const failures: string[] = [];
  let isExcluded = false;
  for (const condition of conditions) {
    yield* prepared([condition], pause);
    const result = yield* condition.evaluate(values, budget);
    if (pause.isDue) yield;
    if (result === false) {
      isExcluded = true;
      break;
    }
    if (result instanceof Failed) failures.push(result.message);
    else if (result !== true) failures.push(`expression '${condition.text}' resulted in no bool`);
  }
  counted.metrics.evaluated(counted.of, (performance.now() - startedMs) / 1_000, failures.length);
  if (isExcluded) return { matches: false };
  if (failures.length === 0) return { matches: true };
  return { failed: aggregatedText(failures) };
}

/** Compiles expressions that are not compiled yet, with pauses. */
export function* prepared(
  expressions: Iterable<AdmissionExpression | undefined>,
  pause: Pick<PauseAfterWork, 'isDue'>,
): Generator<undefined, void> {
  for (const expression of expressions) {
    if (!expression || expression.isPrepared) continue;
    for (const work = expression.prepare(); work.next().done !== true;) if (pause.isDue) yield;
    if (pause.isDue) yield;
  }
}
