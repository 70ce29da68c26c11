import { Meter } from '@orch/expressions';
import { AdmissionExpression, CostBudget, POLICY_BUDGET } from '../expressions/admission-expression.js';
import { RegisteredPolicy } from './registered-policy.js';
import { variablesOf } from './policy-variables.js';

/** The outcome of an expression that may use variables, each made of the one before it, and the work that was done for it. */
function evaluate(first: string, next: (before: string) => string, count: number, use: string) {
  const variables = Array.from({ length: count }, (_, index) => ({
    name: `v${index}`,
    expression: index === 0 ? first : next(`variables.v${index - 1}`),
  }));
  const policy = new RegisteredPolicy({ apiVersion: 'v1', kind: 'P', metadata: { name: 'p' }, spec: { variables } });
  const budget = new CostBudget(POLICY_BUDGET);
  const copied = jest.spyOn(Array.prototype, 'concat');
  const worked = jest.spyOn(Meter.prototype, 'work');
  try {
    const values = { variables: variablesOf(policy, {}, budget) };
    const outcome = new AdmissionExpression(use).evaluate(values, budget).next().value;
    return {
      outcome,
      work: worked.mock.calls.reduce((sum, [amount]) => sum + amount, 0),
      elements: copied.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0),
    };
  } finally {
    copied.mockRestore();
    worked.mockRestore();
  }
}

describe('variables of a policy', () => {
  it('are evaluated when they are used', () => {
    const { outcome } = evaluate('1', (before) => `${before} + 1`, 100, 'variables.v99 == 100');
    expect(outcome).toBe(true);
  });

  it('whose lists double end before much is copied', () => {
    const doubled = evaluate('[1, 2, 3, 4, 5, 6, 7, 8]', (before) => `${before} + ${before}`, 60, 'size(variables.v50) > 0');
    expect(doubled.outcome).toMatchObject({ kind: 'out_of_budget' });
    expect(doubled.elements).toBeLessThan(3_000_000);
  }); // prettier-ignore

  it('of a chain share one budget', () => {
    // Each costs a fifth of the budget.
    const costly = `[${Array.from({ length: 300 }, () => '1').join(', ')}].all(x, x in [${Array.from({ length: 700 }, (_, index) => `${index} + 1`).join(', ')}])`;
    const chain = evaluate(costly, (before) => `${before} && ${costly}`, 20, 'variables.v19');
    expect(chain.outcome).toMatchObject({ kind: 'out_of_budget' });
    expect(chain.work).toBeLessThan(3_000_000);
  });
});
