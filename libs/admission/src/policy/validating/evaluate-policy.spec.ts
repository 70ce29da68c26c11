import { ConditionMetrics } from '../../expressions/condition-metrics.js';
import { evaluatePolicy, type PolicyResult } from './evaluate-policy.js';
import { ValidatingPolicy, type ValidatingPolicySpec } from './validating-policy.js';

const policyOf = (spec: ValidatingPolicySpec): ValidatingPolicy =>
  new ValidatingPolicy({ apiVersion: 'v1', kind: 'P', metadata: { name: 'p' }, spec });

const OF = { name: 'p', kind: 'policy', type: 'validate', operation: 'CREATE' } as const;

/** The result, and the steps that it takes when each pause is due. */
function evaluate(policy: ValidatingPolicy): { result: PolicyResult; steps: number } {
  const work = evaluatePolicy(policy, {}, { isDue: true }, { metrics: new ConditionMetrics(), of: OF });
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { result: step.value, steps };
  }
}

describe('evaluation of a policy', () => {
  it.each<[string, ValidatingPolicySpec]>([
    ['validations', { validations: Array.from({ length: 30 }, (_, index) => ({ expression: `${index} >= 0` })) }],
    ['match conditions', { matchConditions: Array.from({ length: 30 }, (_, index) => ({ name: 'c', expression: `${index} >= 0` })) }],
    ['messages', { validations: Array.from({ length: 30 }, () => ({ expression: 'false', messageExpression: '"a"' })) }],
    ['annotations', { auditAnnotations: Array.from({ length: 30 }, () => ({ key: 'k', valueExpression: '"a"' })) }],
  ])('compiles and evaluates one expression of many in a step: %s', (_what, spec) => {
    const policy = policyOf(spec);
    expect(evaluate(policy).steps).toBeGreaterThan(60);
    // Compiled once.
    expect(evaluate(policy).steps).toBe(31);
  }); // prettier-ignore

  it('compiles variables one by one, before the expressions that use them', () => {
    const variables = Array.from({ length: 30 }, (_, index) => ({ name: `v${index}`, expression: `${index}` }));
    const policy = policyOf({ variables, validations: [{ expression: 'variables.v29 == 29' }] });
    const { result, steps } = evaluate(policy);
    expect(result.failures).toEqual([]);
    expect(steps).toBeGreaterThan(60);
    expect(evaluate(policy).steps).toBe(2);
  });
});
