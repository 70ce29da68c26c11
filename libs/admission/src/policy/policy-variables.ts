import { celValues, type Meter } from '@orch/expressions';
import { PendingDecision } from '../expressions/request-decisions.js';
import type { AdmissionValues, CostBudget } from '../expressions/admission-expression.js';
import type { RegisteredPolicy } from './registered-policy.js';

/** The map `variables`: each is evaluated when it is first read, and may read those before it. */
export function variablesOf({ variables }: RegisteredPolicy, given: AdmissionValues, budget: CostBudget): unknown {
  const evaluate = (name: string): unknown => {
    const expression = variables.get(name);
    if (!expression) return undefined;
    const meter: Meter | undefined = budget.meter();
    if (!meter) return new celValues.Fault('running out of cost budget');
    try {
      const result = expression.run({ ...given, variables: map }, meter);
      return result instanceof celValues.Fault
        ? new celValues.Fault(`composited variable "${name}" fails to evaluate: ${result.message}`)
        : result;
    } catch (error) {
      if (error instanceof PendingDecision) meter.suspend();
      throw error;
    } finally {
      budget.spend(meter);
    }
  };
  const map = new celValues.LazyMap({}, evaluate, () => [...variables.keys()]);
  return map;
}
