import { FakeClock } from '@orch/apimachinery';
import type { HasMetadata, ResourceLike } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { countings, givesBack, plannedStatus } from './plan.js';
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
    it(`C-240 ${name}`, () =>
      expect(
        countings(of, vocabulary).map(({ counted, measured }) => counted.resource + (measured ? ' measured' : '')),
      ).toEqual(want));
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
    run: () => reconciler.reconcile(key, signal),
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

  it('C-240 writes a changed hard limit to the status', () => {
    const changed = quota({ configmaps: '3' }, { hard: { configmaps: '1' }, used: { configmaps: '1' } });
    const usage = new Map();
    expect(plannedStatus(changed, usage)).toEqual({ hard: { configmaps: '3' }, used: { configmaps: '0' } });
    expect(givesBack(changed, usage)).toBe(true);
    expect(givesBack(quota({ configmaps: '3' }), usage)).toBe(false);
  });
});
