import { AuthorizerValue, type AuthorizationAnswer } from '@orch/expressions';
import type { Authorizer, Decision } from '@orch/http';
import {
  AdmissionExpression,
  CONDITIONS_BUDGET,
  CostBudget,
  Failed,
  POLICY_BUDGET,
  type AdmissionValues,
} from './admission-expression.js';
import { RequestDecisions } from './request-decisions.js';

const user = { username: 'u', groups: [] };
const check = (name: string): string => `authorizer.group('').resource('pods').name('${name}').check('get').allowed()`;
const asking = (answer: (name: string) => AuthorizationAnswer): AdmissionValues => ({
  authorizer: new AuthorizerValue(({ name = '' }) => answer(name)),
});
const allowed = asking(() => ({ allowed: true, reason: '' }));

/** Of a whole evaluation that waits for nothing. */
const result = (text: string, values: AdmissionValues, budget: CostBudget): unknown => {
  const { done, value } = new AdmissionExpression(text).evaluate(values, budget).next();
  return done === true ? value : 'waits';
};

/** A list whose traversal within itself costs more than 10,000. */
const LIST = `[${Array.from({ length: 200 }, (_, i) => i).join(', ')}].map(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(b, a + b))`;

describe('cost of authorization checks in expressions', () => {
  it.each([
    ['match conditions', CONDITIONS_BUDGET, 7],
    ['a policy', POLICY_BUDGET, 28],
  ])('%s may have as many as in the reference: %#', (_what, limits, most) => {
    const budget = new CostBudget(limits);
    for (let i = 0; i < most; i++) expect(result(check('a'), allowed, budget)).toBe(true);
    expect(result(check('a'), allowed, budget)).toBeInstanceOf(Failed);
  });

  it('one expression may have two', () => {
    const budget = new CostBudget(POLICY_BUDGET);
    expect(result(`${check('a')} && ${check('b')}`, allowed, budget)).toBe(true);
    expect(result(`${check('a')} && ${check('b')} && ${check('c')}`, allowed, budget)).toMatchObject({
      kind: 'out_of_budget',
    });
  });

  it('they do not raise the limit of the rest', () => {
    const costly = `${LIST}.all(a, size(a) == 10)`;
    const budget = new CostBudget({ own: 10_000, withChecks: 10_000_000 });
    expect(result(`${check('a')} && ${costly}`, allowed, budget)).toMatchObject({ kind: 'out_of_budget' });
    expect(result(check('a'), allowed, budget)).toBeInstanceOf(Failed);
  });
});

describe('decisions that another server makes', () => {
  const later = (decide: (name: string) => Promise<Decision>, names: string[] = []): AdmissionValues => {
    const authorizer: Authorizer = {
      decide: (_user, { name }) => {
        names.push(name);
        return decide(name);
      },
    };
    const decisions = new RequestDecisions({ authorizer });
    return { authorizer: new AuthorizerValue((question) => decisions.answer(user, question)) };
  };
  const evaluated = async (text: string, values: AdmissionValues, budget: CostBudget): Promise<unknown> => {
    const work = new AdmissionExpression(text).evaluate(values, budget);
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      await step.value;
    }
  };
  const yes = (): Promise<Decision> => Promise.resolve({ allowed: true, reason: '' });

  it('are asked for once, and cost as much as others', async () => {
    const names: string[] = [];
    const values = later(yes, names);
    const budget = new CostBudget({ own: 10_000, withChecks: 5 * 350_000 });
    for (const _ of [1, 2]) expect(await evaluated(`${check('a')} && ${check('b')}`, values, budget)).toBe(true);
    expect(names).toEqual(['a', 'b']);
    expect(await evaluated(`${check('a')} && ${check('b')}`, values, budget)).toMatchObject({ kind: 'out_of_budget' });
  });

  it('an unexpected failure fails the evaluation', async () => {
    const values = later(() => Promise.reject(new Error('broken')));
    await expect(evaluated(check('a'), values, new CostBudget(POLICY_BUDGET))).rejects.toThrow('broken');
  });
});
