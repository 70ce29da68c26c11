import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from '../definition/compile-kinds.js';
import { chargeEviction } from './v1/pod-disruption-budget/disruption.js';
import type { PodDisruptionBudget } from './v1/pod-disruption-budget/pod-disruption-budget.types.js';
import { validatePodDisruptionBudget } from './v1/pod-disruption-budget/pod-disruption-budget.validation.js';

const budget = (spec: PodDisruptionBudget['spec'], status?: PodDisruptionBudget['status']) =>
  ({ metadata: { name: 'b', generation: 2 }, spec, ...(status ? { status } : {}) }) as PodDisruptionBudget;

describe('C-010 chargeEviction', () => {
  const NOW = '2024-01-01T00:00:00Z';
  const charge = (status: PodDisruptionBudget['status']) => () => chargeEviction(budget({}, status), 'p', NOW).status;
  it('decrements the allowed disruptions and records pod and time', () =>
    expect(charge({ observedGeneration: 2, disruptionsAllowed: 2, disruptedPods: { q: NOW } })()).toEqual({
      observedGeneration: 2,
      disruptionsAllowed: 1,
      disruptedPods: { q: NOW, p: NOW },
    }));
  it('says that the last one was taken, as its controller does', () => {
    const none = {
      type: 'DisruptionAllowed',
      status: 'False',
      observedGeneration: 2,
      lastTransitionTime: NOW,
      reason: 'InsufficientPods',
      message: '',
    };
    const last = { observedGeneration: 2, disruptionsAllowed: 1 };
    expect(charge(last)()?.conditions).toEqual([none]);
    const some = { ...none, status: 'True', reason: 'SufficientPods', lastTransitionTime: '2023-01-01T00:00:00Z' };
    expect(charge({ ...last, conditions: [some] })()?.conditions).toEqual([none]);
    const before = { ...none, reason: 'SyncFailed', lastTransitionTime: '2023-01-01T00:00:00Z' };
    expect(charge({ ...last, conditions: [before] })()?.conditions).toEqual([
      { ...none, lastTransitionTime: before.lastTransitionTime },
    ]);
  });
  it('asks to wait for its controller longer than for pods', () => {
    expect(charge({ observedGeneration: 2 })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ retryAfterSeconds: 1 }) }),
    );
    expect(charge({ observedGeneration: 1, disruptionsAllowed: 5 })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ retryAfterSeconds: 10 }) }),
    );
  });
  const causes = [expect.objectContaining({ reason: 'DisruptionBudget' })];
  it.each([
    ['nothing is left', { observedGeneration: 2, currentHealthy: 1, desiredHealthy: 1 }],
    ['it has changed since it was reckoned', { observedGeneration: 1, disruptionsAllowed: 5 }],
    ['it was never reckoned', {}],
  ])('not when %s', (_name, status) =>
    expect(charge(status)).toThrow(
      expect.objectContaining({ reason: 'TooManyRequests', details: expect.objectContaining({ causes }) }),
    ),
  );
  it('rejects an eviction with too many unconfirmed ones', () => {
    const disruptedPods = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`p${index}`, NOW]));
    expect(charge({ observedGeneration: 2, disruptionsAllowed: 1, disruptedPods })).toThrow('not confirmed');
  });
});

describe('validation of a budget', () => {
  const table: [string, PodDisruptionBudget['spec'], string[]][] = [
    ['a number', { minAvailable: 1 }, []],
    ['a share', { maxUnavailable: '30%' }, []],
    ['both', { minAvailable: 1, maxUnavailable: 1 }, ['spec']],
    ['more than all', { minAvailable: '101%' }, ['spec.minAvailable']],
    ['less than none', { maxUnavailable: -1 }, ['spec.maxUnavailable']],
    ['no share', { maxUnavailable: 'x' }, ['spec.maxUnavailable']],
    ['another policy', { unhealthyPodEvictionPolicy: 'Never' }, ['spec.unhealthyPodEvictionPolicy']],
  ];
  for (const [name, spec, want] of table)
    it(name, () => expect(validatePodDisruptionBudget(budget(spec)).map(({ field }) => String(field))).toEqual(want));
});

describe('the older version', () => {
  const older = compileKinds(builtinKinds, vocabularies.orch).find(
    ({ apiVersion }) => apiVersion === 'policy/v1beta1',
  )!;
  const { toStored, fromStored } = older.conversion!;
  const key = vocabularies.orch.labels.emptyBudgetSelector;
  const table: [string, object | undefined, object | undefined][] = [
    ['B-437 its empty selector is none of v1', {}, { matchExpressions: [{ key, operator: 'Exists' }] }],
    ['B-436 all of v1 is what no pod lacks', { matchExpressions: [{ key, operator: 'DoesNotExist' }] }, {}],
    ['B-438 an absent one is absent', undefined, undefined],
    ['all others are the same', { matchLabels: { a: 'b' } }, { matchLabels: { a: 'b' } }],
  ];
  for (const [name, selector, stored] of table)
    it(name, () => {
      const of = (s: object | undefined) => budget(s ? { minAvailable: 1, selector: s } : { minAvailable: 1 });
      expect(toStored(of(selector))).toEqual(of(stored));
      expect(fromStored(of(stored))).toEqual(of(selector));
    });
});
