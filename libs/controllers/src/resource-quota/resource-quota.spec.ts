import { ApiError, FakeClock } from '@orch/apimachinery';
import type { HasMetadata, ResourceLike } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { DONE, inTurns, TerminalError } from '@orch/controller-kit';
import { amountsFrom } from '@orch/quota';
import { vocabularies } from '@orch/vocabulary';
import { CountedResources } from './counted-resources.js';
import { countings, givesBack, isSameSpec, plannedStatus } from './plan.js';
import { quotas, type ResourceQuota } from './quota.js';
import { ResourceQuotaReconciler } from './reconciler.js';
import { UsageCount } from './usage-count.js';

const vocabulary = vocabularies.orch;
const signal = new AbortController().signal;
const key = { namespace: 'n', name: 'q' };
const pods = { group: '', version: 'v1', resource: 'pods' } as ResourceLike;
const quota = (hard: Record<string, string>, status?: ResourceQuota['status'], more: object = {}): ResourceQuota => ({
  metadata: { ...key },
  spec: { hard, ...more },
  ...(status ? { status } : {}),
});

describe('what has to be counted', () => {
  const table: [string, ResourceQuota, string[]][] = [
    ['numbers alone', quota({ 'count/configmaps': '1', configmaps: '2' }), ['configmaps']],
    ['what must be looked at', quota({ pods: '1', 'requests.cpu': '1', 'count/pods': '1' }), ['pods measured']],
    ['whatever has scopes', quota({ 'count/pods': '1' }, undefined, { scopes: ['BestEffort'] }), ['pods measured']],
    ['other groups', quota({ 'count/jobs.batch': '1' }), ['jobs']],
    ['nothing for an unknown resource', quota({ odd: '1' }), []],
  ];
  for (const [name, of, want] of table)
    it(`C-240 ${name}`, async () => {
      const found = await inTurns(countings(of.spec, vocabulary));
      expect([...found.values()].map((each) => each.counted.resource + (each.measured ? ' measured' : ''))).toEqual(
        want,
      );
    });
});

const names = (count: number, prefix = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`count/${prefix}${i}.a.io`, '1']));
function steps(work: Generator<undefined>): number {
  for (let count = 0; ; count++) if (work.next().done) return count;
}

describe('what quotas count, by resource', () => {
  const resource = (name: string) => ({ group: 'a.io', resource: name });

  it('is read once from each version of a quota, in steps', async () => {
    let reads = 0;
    const hard = new Proxy(names(1_000), {
      ownKeys: (target) => {
        reads++;
        return Reflect.ownKeys(target);
      },
    });
    const spec = { hard };
    const counted = new CountedResources(vocabulary);
    expect(steps(counted.learn('n/q', spec))).toBeGreaterThanOrEqual(1_000);
    for (let i = 0; i < 1_000; i++) {
      expect(counted.has(resource(`x${i}`))).toBe(true);
      expect(counted.isCountedBy('n/q', resource(`x${i}`))).toBe(true);
    }
    expect(steps(counted.learn('n/q', spec))).toBe(0);
    expect(reads).toBe(1);
  });

  it('follows changes and deletes of quotas', async () => {
    const counted = new CountedResources(vocabulary);
    await inTurns(counted.learn('n/q', { hard: names(2) }));
    await inTurns(counted.learn('n/r', { hard: names(1) }));
    await inTurns(counted.learn('n/q', { hard: names(2, 'y') }));
    expect(['x0', 'x1', 'y0', 'y1'].map((name) => counted.has(resource(name)))).toEqual([true, false, true, true]);
    expect(counted.isCountedBy('n/q', resource('x0'))).toBe(false);
    expect([...counted.of('n/q')].map((each) => each.counted.resource)).toEqual(['y0', 'y1']);
    for (const key of ['n/q', 'n/r', 'n/other']) await inTurns(counted.forget(key));
    expect(['x0', 'x1', 'y0', 'y1'].some((name) => counted.has(resource(name)))).toBe(false);
  });

  it('specs are compared as they are written', () => {
    const spec = { hard: { a: '1', b: '2' }, scopes: ['BestEffort'] };
    expect(isSameSpec(spec, { scopes: ['BestEffort'], hard: { b: '2', a: '1' } })).toBe(true);
    expect(isSameSpec(undefined, undefined)).toBe(true);
    for (const other of [{}, { ...spec, scopes: [] }, { ...spec, hard: { a: '1', b: '3' } }, { hard: spec.hard }]) {
      expect(isSameSpec(spec, other)).toBe(false);
    }
  });
});

function setUp(hard: Record<string, string>, status?: ResourceQuota['status']) {
  const api = new InMemoryApi();
  const clock = new FakeClock();
  const served = ({ group, resource }: { group: string; resource: string }) => ({ group, version: 'v1', resource });
  const reconciler = new ResourceQuotaReconciler(
    api,
    new UsageCount({ resource: api.resource, metadata: api.resource as never }, served, vocabulary, clock),
    vocabulary,
    clock,
  );
  api.put(quotas, quota(hard, status));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    api,
    clock,
    settle,
    run: () => reconciler.reconcile(api.find(quotas, key) ?? quota(hard), signal),
    used: () => api.find(quotas, key)!.status?.used,
  };
}
const make = (api: InMemoryApi, resource: ResourceLike, name: string, rest: object = {}) =>
  api.put(resource, { metadata: { namespace: 'n', name }, ...rest } as HasMetadata);

describe('recalculation', () => {
  it('C-240 a quota without usage in its status', async () => {
    const { api, run, used } = setUp({ pods: '5', 'requests.cpu': '1' });
    for (const name of ['a', 'b']) {
      make(api, pods, name, { spec: { containers: [{ resources: { requests: { cpu: '250m' } } }] } });
    }
    make(api, pods, 'ended', { spec: { containers: [{}] }, status: { phase: 'Succeeded' } });
    await run();
    expect(used()).toEqual({ pods: '2', 'requests.cpu': '500m' });
    api.writes.length = 0;
    await run();
    expect(api.writes).toEqual([]);
  });

  it('C-240 releases usage only after a second count: objects being stored are counted by admission and not listed yet', async () => {
    const { api, clock, settle, run, used } = setUp({ pods: '5' }, { hard: { pods: '5' }, used: { pods: '1' } });
    const turn = run();
    await settle();
    expect(used()).toEqual({ pods: '1' });
    make(api, pods, 'stored-late', { spec: { containers: [{}] } });
    clock.advance(100);
    await turn;
    expect(used()).toEqual({ pods: '1' });
    api.remove(pods, { namespace: 'n', name: 'stored-late' });
    const second = run();
    await settle();
    clock.advance(100);
    await second;
    expect(used()).toEqual({ pods: '0' });
  });

  it('C-240 counts again when admission changed the usage meanwhile', async () => {
    const { api, clock, settle, run, used } = setUp({ pods: '5' }, { hard: { pods: '5' }, used: { pods: '2' } });
    const turn = run();
    await settle();
    api.put(quotas, quota({ pods: '5' }, { hard: { pods: '5' }, used: { pods: '3' } }));
    clock.advance(100);
    expect((await turn).requeueAfterMs).toBeGreaterThan(0);
    expect(used()).toEqual({ pods: '3' });
  });

  it('a quota rests four times as long as its count took', async () => {
    const { api, clock, run, used } = setUp({ pods: '5' });
    make(api, pods, 'a', { spec: { containers: [{}] } });
    const read = jest.spyOn(clock, 'now');
    let nowMs = clock.now();
    // Each reading of the clock is 5 ms later.
    read.mockImplementation(() => (nowMs += 5));
    expect(await run()).toEqual(DONE);
    expect(used()).toEqual({ pods: '1' });
    make(api, pods, 'b', { spec: { containers: [{}] } });
    const { requeueAfterMs = 0 } = await run();
    expect(requeueAfterMs).toBeGreaterThan(0);
    expect(used()).toEqual({ pods: '1' });
    nowMs += requeueAfterMs;
    expect(await run()).toEqual(DONE);
    expect(used()).toEqual({ pods: '2' });
  });

  it('a quota with other limits than its status does not rest', async () => {
    const { api, clock, run } = setUp({ pods: '5' });
    let nowMs = clock.now();
    jest.spyOn(clock, 'now').mockImplementation(() => (nowMs += 5));
    await run();
    const { status } = api.find(quotas, key)!;
    api.put(quotas, quota({ pods: '7' }, status));
    expect(await run()).toEqual(DONE);
    expect(api.find(quotas, key)!.status?.hard).toEqual({ pods: '7' });
    api.put(quotas, quota({ pods: '7' }));
    expect(await run()).toEqual(DONE);
    expect(api.find(quotas, key)!.status?.hard).toEqual({ pods: '7' });
  });

  it('C-240 writes a changed hard limit to the status', async () => {
    const changed = quota({ configmaps: '3' }, { hard: { configmaps: '1' }, used: { configmaps: '1' } });
    const usage = new Map();
    expect(await inTurns(plannedStatus(changed, usage))).toEqual({
      hard: { configmaps: '3' },
      used: { configmaps: '0' },
    });
    expect(await inTurns(givesBack(changed, usage))).toBe(true);
    expect(await inTurns(givesBack(quota({ configmaps: '3' }), usage))).toBe(false);
  });

  it('computes and compares many amounts in steps', () => {
    const hard = names(2_000);
    const many = quota(hard, { hard, used: hard });
    expect(steps(plannedStatus(many, new Map()))).toBeGreaterThanOrEqual(2_000);
    expect(steps(givesBack(quota({}, { used: { ...names(2_000), z: '0' } }), amountsFrom(hard)))).toBeGreaterThan(
      2_000,
    );
  });

  it('adds the counts of many resources without copying the sum for each', async () => {
    const api = new InMemoryApi();
    const hard = names(500);
    const served = ({ group, resource }: { group: string; resource: string }) => ({ group, version: 'v1', resource });
    const client = {
      resource: api.resource,
      metadata: ({ resource }: { resource: string }) => ({
        namespace: () => ({ list: async () => ({ items: [{ metadata: { name: resource } }], metadata: {} }) }),
      }),
    };
    const usage = new UsageCount(client as never, served, vocabulary, new FakeClock());
    const found = await inTurns(countings({ hard }, vocabulary));
    const sets = jest.spyOn(Map.prototype, 'set');
    try {
      expect((await usage.of(quota(hard), found, signal)).size).toBe(500);
      expect(sets.mock.calls.length).toBeLessThan(10 * 500);
    } finally {
      sets.mockRestore();
    }
  });

  it('a status that the server refuses is not tried again until the quota changes', async () => {
    const { api, run } = setUp({ pods: '5' });
    api.failNext('update', quotas, ApiError.badRequest('too many fields'));
    await expect(run()).rejects.toBeInstanceOf(TerminalError);
  });
});
