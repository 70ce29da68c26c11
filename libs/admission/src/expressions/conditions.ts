import { aggregatedText } from '@orch/apimachinery';
import { Failed, type CostBudget, type AdmissionExpression, type AdmissionValues } from './admission-expression.js';

/** Outcome of match conditions. `failed`: none was false, but this could not be evaluated. */
export type ConditionsOutcome = { readonly matches: boolean } | { readonly failed: string };

/** Whether all conditions are true: one false one decides, whatever the others are. */
export function evaluateConditions(
  conditions: readonly AdmissionExpression[],
  values: AdmissionValues,
  budget: CostBudget,
): ConditionsOutcome {
  const failures: string[] = [];
  for (const condition of conditions) {
    const result = condition.evaluate(values, budget);
    if (result === false) return { matches: false };
    if (result instanceof Failed) failures.push(result.message);
    else if (result !== true) failures.push(`expression '${condition.text}' resulted in no bool`);
  }
  if (failures.length === 0) return { matches: true };
  return { failed: aggregatedText(failures) };
}
