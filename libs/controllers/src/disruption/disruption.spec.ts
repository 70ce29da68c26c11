import { atOnce, FakeClock } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { conditionsOf } from '../shared/known-conditions.js';
import { longestParsed, withManyLabels } from '../shared/large-labels.fixture.js';
import { budgets, pods, type Pod, type PodDisruptionBudget } from './budget.js';
import { budgetsToCompute, changesBudgets, coveredPods } from './coverage.js';
import { planBudget } from './plan.js';
import { DisruptionReconciler } from './reconciler.js';

const NOW = Date.UTC(2024, 0, 1);
const pod = (name: string, ready = true, more: Partial<Pod['metadata']> = {}): Pod => ({
  metadata: { namespace: 'n', name, ...more },
  status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});
const budget = (spec: PodDisruptionBudget['spec'], status?: PodDisruptionBudget['status']): PodDisruptionBudget => ({
  metadata: { namespace: 'n', name: 'b', generation: 1 },
  spec,
  ...(status ? { status } : {}),
});
const seconds = (ago: number): string => new Date(NOW - ago * 1_000).toISOString().replace('.000', '');

describe('plan', () => {
  const three = [pod('a'), pod('b'), pod('c')];
  const table: { name: string; budget: PodDisruptionBudget; pods?: Pod[]; scale?: number | string; want: object }[] = [
    {
      name: 'C-010 one pod that must stay',
      budget: budget({ minAvailable: 1 }),
      pods: [pod('a')],
      want: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    },
    {
      name: 'a number that must stay',
      budget: budget({ minAvailable: 2 }),
      want: { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 },
    },
    {
      name: 'a share is rounded up',
      budget: budget({ minAvailable: '50%' }),
      scale: 3,
      want: { disruptionsAllowed: 1, desiredHealthy: 2, expectedPods: 3 },
    },
    {
      name: 'maxUnavailable as a number, of the expected pods',
      budget: budget({ maxUnavailable: 1 }),
      scale: 4,
      want: { disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 3, expectedPods: 4 },
    },
    {
      name: 'maxUnavailable above the number of pods',
      budget: budget({ maxUnavailable: 9 }),
      scale: 3,
      want: { disruptionsAllowed: 3, desiredHealthy: 0 },
    },
    {
      name: 'pods that are not ready or on their way out are not healthy',
      budget: budget({ minAvailable: 1 }),
      pods: [pod('a', false), pod('b', true, { deletionTimestamp: seconds(1) }), pod('c')],
      want: { disruptionsAllowed: 0, currentHealthy: 1, expectedPods: 3 },
    },
    {
      name: 'an unconfirmed eviction counts as disrupted, and is kept',
      budget: budget({ minAvailable: 1 }, { disruptedPods: { a: seconds(10) } }),
      want: { disruptionsAllowed: 1, currentHealthy: 2, disruptedPods: { a: seconds(10) } },
    },
    {
      name: 'no longer than two minutes',
      budget: budget({ minAvailable: 1 }, { disruptedPods: { a: seconds(121) } }),
      want: { disruptionsAllowed: 2, currentHealthy: 3 },
    },
    {
      name: 'what cannot be reckoned allows nothing',
      budget: budget({ maxUnavailable: 1 }, { expectedPods: 3, desiredHealthy: 2, disruptionsAllowed: 1 }),
      scale: 'no owner',
      want: {
        disruptionsAllowed: 0,
        desiredHealthy: 2,
        conditions: [expect.objectContaining({ reason: 'SyncFailed', status: 'False', message: 'no owner' })],
      },
    },
    { name: 'B-436 no pods', budget: budget({ minAvailable: 0 }), pods: [], want: { disruptionsAllowed: 0 } },
  ];
  for (const c of table)
    it(c.name, () => {
      const covered = c.pods ?? three;
      const { status } = planBudget(c.budget, covered, c.scale ?? covered.length, NOW);
      expect(status).toMatchObject(c.want);
      expect(status!.observedGeneration).toBe(1);
      const again = planBudget({ ...c.budget, status: status! }, covered, c.scale ?? covered.length, NOW + 5_000);
      expect(again.status).toBeUndefined();
    });

  it('the transition time of a condition changes only with its status', () => {
    const spec = { minAvailable: 1 };
    const first = planBudget(budget(spec), three, 3, NOW).status!;
    expect(first.conditions).toMatchObject([{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }]);
    const changed = { ...budget(spec, first), metadata: { name: 'b', namespace: 'n', generation: 2 } };
    const second = planBudget(changed, three, 3, NOW + 60_000).status!;
    expect(second.conditions).toEqual([{ ...first.conditions![0], observedGeneration: 2 }]);
    const third = planBudget(budget({ minAvailable: 3 }, second), three, 3, NOW + 60_000).status!;
    expect(third.conditions![0]).toMatchObject({ status: 'False', lastTransitionTime: '2024-01-01T00:01:00Z' });
  });

  it('rechecks when an unconfirmed eviction expires', () => {
    const waiting = budget({ minAvailable: 1 }, { disruptedPods: { a: seconds(100) } });
    expect(planBudget(waiting, three, 3, NOW).recheckAfterMs).toBe(20_000);
    const future = budget({ minAvailable: 1 }, { disruptedPods: { a: '9999-01-01T00:00:00Z' } });
    expect(planBudget(future, three, 3, NOW).recheckAfterMs).toBe(120_000);
  });
});

it('B-436 B-438 an empty selector is all pods of the namespace, an absent one none', async () => {
  const api = new InMemoryApi();
  for (const [namespace, name] of [
    ['n', 'a'],
    ['n', 'b'],
    ['m', 'c'],
  ] as const) {
    api.put(pods, { ...pod(name), metadata: { namespace, name } });
  }
  api.put(budgets, { ...budget({ minAvailable: 1, selector: {} }), metadata: { namespace: 'n', name: 'all' } });
  api.put(budgets, { ...budget({ minAvailable: 1 }), metadata: { namespace: 'n', name: 'none' } });
  const reasons: string[] = [];
  const byNamespace = { indexes: { namespace: (o: Pod) => [o.metadata.namespace ?? ''] } };
  const reconciler = new DisruptionReconciler(
    api.lister(budgets),
    api.lister(pods, byNamespace),
    { resource: api.resource } as never,
    { record: (_object, _type, reason) => void reasons.push(reason) },
    new FakeClock(NOW),
  );
  const signal = new AbortController().signal;
  for (const name of ['all', 'none']) await reconciler.reconcile({ namespace: 'n', name }, signal);
  expect(api.find(budgets, { namespace: 'n', name: 'all' })!.status).toMatchObject({ expectedPods: 2 });
  expect(api.find(budgets, { namespace: 'n', name: 'none' })!.status).toMatchObject({ expectedPods: 0 });
  expect(reasons).toEqual(['NoPods']);
});

/** Pods of an owner each, which wants two, under budgets that cover all of them. */
function setUpOwners(count: number, budgetCount: number) {
  const api = new InMemoryApi();
  const signal = new AbortController().signal;
  const owners = Array.from({ length: count }, (_, n) => `o${n}`);
  const changePod = (uid: string, name = uid) => {
    const owner = { apiVersion: 'v1', kind: 'ReplicationController', name: uid, uid, controller: true };
    api.put(pods, { ...pod(name), metadata: { namespace: 'n', name, ownerReferences: [owner] } });
  };
  for (const uid of owners) changePod(uid);
  const names = Array.from({ length: budgetCount }, (_, n) => `b${n}`);
  for (const name of names) {
    api.put(budgets, { ...budget({ maxUnavailable: 1, selector: {} }), metadata: { namespace: 'n', name } });
  }
  const world = { reads: 0, replicas: 2, scaled: new Map<string, number>() };
  const scales = {
    subresource: () => ({
      get: ({ name }: { name: string }) => {
        world.reads++;
        const replicas = world.scaled.get(name) ?? world.replicas;
        return Promise.resolve({ metadata: { name, uid: name }, spec: { replicas } });
      },
    }),
  };
  const byNamespace = { indexes: { namespace: (o: Pod) => [o.metadata.namespace ?? ''] } };
  const client = {
    resource: (of: unknown) => (of === budgets ? api.resource(budgets) : scales),
    restMapping: ({ kind }: { kind: string }) => Promise.resolve({ resource: 'x', kind, group: '', namespaced: true }),
  } as never;
  const clock = new FakeClock(NOW);
  const reconciler = new DisruptionReconciler(
    api.lister(budgets),
    api.lister(pods, byNamespace),
    client,
    { record: () => undefined },
    clock,
  );
  const run = async (name: string) => {
    world.reads = 0;
    const { requeueAfterMs } = await reconciler.reconcile({ namespace: 'n', name }, signal);
    return [world.reads, requeueAfterMs];
  };
  const status = (name: string) => api.find(budgets, { namespace: 'n', name })!.status;
  const expectedPods = (name: string) => status(name)?.expectedPods;
  return { ...{ world, clock, names, changePod, run, status, expectedPods } };
}

it('budgets of the same pods share the scales of their owners while no pod of them changes', async () => {
  const { names, changePod, run, expectedPods } = setUpOwners(10, 10);
  for (const name of names) expect(await run(name)).toEqual([name === 'b0' ? 10 : 0, undefined]);
  expect(names.map(expectedPods)).toEqual(names.map(() => 20));
  changePod('o3');
  expect(await run('b0')).toEqual([1, undefined]);
});

it('reads the scales of many owners in parts, and is right at the end', async () => {
  const { world, clock, changePod, run, expectedPods } = setUpOwners(40, 1);
  expect([await run('b0'), await run('b0'), expectedPods('b0')]).toEqual([[16, 0], [16, 0], undefined]); // prettier-ignore
  expect([await run('b0'), expectedPods('b0')]).toEqual([[8, undefined], 80]);
  world.replicas = 3;
  for (let n = 0; n < 20; n++) changePod(`o${n}`);
  // With what is known until all are read again.
  expect([await run('b0'), expectedPods('b0')]).toEqual([[16, 0], 96]);
  expect([await run('b0'), expectedPods('b0')]).toEqual([[4, undefined], 100]);
  clock.advance(30_000);
  for (const left of [0, 0, undefined]) expect(await run('b0')).toEqual([left === undefined ? 8 : 16, left]);
  expect(expectedPods('b0')).toBe(120);
});

it('of an owner that was scaled up, no pods of others may be evicted before its scale is read again', async () => {
  const { world, changePod, run, status } = setUpOwners(40, 1);
  for (let read = 0; read < 40; read += 16) await run('b0');
  expect(status('b0')).toMatchObject({ expectedPods: 80, currentHealthy: 40, disruptionsAllowed: 0 });
  for (let n = 0; n < 20; n++) changePod(`o${n}`);
  world.scaled.set('o39', 60);
  for (let n = 1; n < 60; n++) changePod('o39', `p${n}`);
  for (const after of [0, undefined]) {
    expect(await run('b0')).toEqual([after === 0 ? 16 : 5, after]);
    expect(status('b0')).toMatchObject({ expectedPods: 138, currentHealthy: 99, disruptionsAllowed: 0 });
  }
});

it('has a status while pods of many owners change all the time', async () => {
  const { world, clock, changePod, run, expectedPods } = setUpOwners(40, 1);
  const churn = () => {
    clock.advance(1);
    for (let n = 0; n < 40; n++) changePod(`o${n}`);
  };
  for (let round = 0; round < 3; round++) {
    expect(await run('b0')).toEqual([16, 0]);
    churn();
  }
  expect(expectedPods('b0')).toBe(80);
  world.replicas = 3;
  for (let round = 0; round < 3; round++) {
    await run('b0');
    churn();
  }
  expect(expectedPods('b0')).toBe(120);
});

describe('coverage of a selector with many requirements', () => {
  const signal = new AbortController().signal;
  /** Of another label for each requirement; counts how often they are read. */
  function wide(name: string, size: number, first: number) {
    const counts = { reads: 0 };
    const matchExpressions = Array.from({ length: size }, (_, i) => ({
      get key() {
        counts.reads++;
        return `k${first + i}`;
      },
      operator: 'DoesNotExist',
    }));
    const spec = { selector: { matchExpressions } };
    return { counts, budget: { metadata: { namespace: 'n', name }, spec } satisfies PodDisruptionBudget };
  }

  it('is read once, not for each pod', async () => {
    const { counts, budget: one } = wide('b', 5_000, 0);
    const many = Array.from({ length: 50 }, (_, i) => pod(`p${i}`, true, { labels: i % 2 ? { k7: '' } : { a: '' } }));
    const work = coveredPods(many, await conditionsOf(one, signal));
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value).toHaveLength(25);
    expect(steps).toBe(50);
    for (const each of many) budgetsToCompute(each, [one]);
    expect(counts.reads).toBeLessThan(3 * 5_000);
  });

  it('a change of a pod wakes budgets only where it may change them', () => {
    const of = (ready: boolean, metadata: object = {}) => pod('a', ready, { labels: { a: 'b' }, ...metadata });
    const wakes = (old: Pod, object: Pod) => changesBudgets({ type: 'updated', old, object });
    expect(wakes(of(true), of(true, { resourceVersion: '9', annotations: { x: 'y' } }))).toBe(false);
    expect(wakes(of(true), of(false))).toBe(true);
    expect(wakes(of(true), of(true, { labels: { a: 'c' } }))).toBe(true);
    expect(wakes(of(true), of(true, { deletionTimestamp: '2024-01-01T00:00:00Z' }))).toBe(true);
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true };
    expect(wakes(of(true), of(true, { ownerReferences: [owner] }))).toBe(true);
    expect(changesBudgets({ type: 'added', object: of(true) })).toBe(true);
  });

  it('a pod wakes the budgets that cover it, and those whose selector is not read yet', async () => {
    const [no, yes, unread] = [wide('no', 1, 0), wide('yes', 1, 1), wide('unread', 5_000, 0)];
    await conditionsOf(no.budget, signal);
    await conditionsOf(yes.budget, signal);
    const keys = budgetsToCompute(pod('a', true, { labels: { k0: '' } }), [no.budget, yes.budget, unread.budget]);
    expect(keys.map(({ name }) => name)).toEqual(['yes', 'unread']);
    expect(unread.counts.reads).toBe(0);
  });

  it('very many labels of a pod are not parsed to find its budgets', async () => {
    const [no, yes] = [wide('no', 9, 0), wide('yes', 9, 1)];
    await conditionsOf(yes.budget, signal);
    const conditions = await conditionsOf(no.budget, signal);
    const large = () => withManyLabels(pod('a', true, { labels: { k0: '' } }));
    const find = (): void => {
      const keys = budgetsToCompute(large(), [no.budget, yes.budget]);
      expect(keys.map(({ name }) => name)).toEqual(['yes']);
      const covered = atOnce(coveredPods([large(), pod('b')], conditions));
      expect(covered.map(({ metadata }) => metadata.name)).toEqual(['b']);
      expect(changesBudgets({ type: 'updated', old: large(), object: large() })).toBe(false);
    };
    expect(longestParsed(find)).toBeLessThan(500);
  });

  it('of many wide budgets and labels a bounded number is compared for one event', async () => {
    const all = Array.from({ length: 30 }, (_, i) => wide(`b${i}`, 1_000, 0));
    for (const { budget: one } of all) await conditionsOf(one, signal);
    let looks = 0;
    const labels = new Proxy(Object.fromEntries(Array.from({ length: 999 }, (_, i) => [`x${i}`, ''])), {
      ownKeys: (target) => {
        looks++;
        return Reflect.ownKeys(target);
      },
    });
    const keys = budgetsToCompute(
      pod('a', true, { labels }),
      all.map(({ budget: one }) => one),
    );
    expect(keys).toHaveLength(30);
    expect(looks).toBeLessThan(15);
  });
});
