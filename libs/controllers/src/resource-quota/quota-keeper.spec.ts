import { FakeClock } from '@orch/apimachinery';
import {
  NAMESPACE_INDEX,
  type HasMetadata,
  type InformerChange,
  type ObjectKey,
  type ResourceLike,
  type WatchEvent,
} from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { DONE, silentLogger } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { QuotaKeeper } from './quota-keeper.js';
import { quotas } from './quota.js';

const { signal } = new AbortController();
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A server of definitions and of what `serve` adds to group `a.io`. */
function setUp() {
  const api = new InMemoryApi();
  const clock = new FakeClock();
  let served = ['customresourcedefinitions', 'as', 'bs'];
  const watches = new Map<string, Subject<WatchEvent<HasMetadata>>>();
  const metadata = ({ resource }: { resource: string }) => {
    const view = {
      namespace: () => view,
      list: () => Promise.resolve({ metadata: { resourceVersion: '1' }, items: [] }),
      watch: () => {
        const events = new Subject<WatchEvent<HasMetadata>>();
        watches.set(resource, events);
        return events;
      },
    };
    return view;
  };
  const discovery = {
    coreVersions: () => Promise.resolve([]),
    groups: () => Promise.resolve([{ name: 'a.io', versions: [{ groupVersion: 'a.io/v1', version: 'v1' }] }]),
    resources: () =>
      Promise.resolve(
        served.map((name) => ({
          ...{ name, singularName: '', kind: 'K', verbs: ['list', 'watch'] },
          namespaced: name !== 'customresourcedefinitions',
        })),
      ),
  };
  const lister = api.lister(quotas, {
    indexes: { [NAMESPACE_INDEX]: ({ metadata: { namespace = '' } }) => [namespace] },
  });
  const changes = new Map<string, Subject<InformerChange>>();
  const changesOf = (resource: string) => {
    const known = changes.get(resource) ?? new Subject<InformerChange>();
    changes.set(resource, known);
    return known;
  };
  const keeper = new QuotaKeeper({
    client: { resource: api.resource, metadata, discovery, random: () => 0 },
    informers: { lister: () => lister, informer: ({ resource }: ResourceLike) => ({ changes$: changesOf(resource) }) },
    ...{ clock, logger: silentLogger, vocabulary: vocabularies.orch },
  } as never);
  const woken: string[] = [];
  const subscription = keeper.keys$.subscribe(({ namespace, name }) => woken.push(`${namespace}/${name}`));
  return {
    ...{ api, clock, watches, woken },
    serve: (name: string) => (served = [...served, name]),
    put: (key: ObjectKey, ...names: string[]) =>
      api.put(quotas, {
        metadata: { ...key },
        spec: { hard: Object.fromEntries(names.map((name) => [`count/${name}.a.io`, '5'])) },
      }),
    putHard: (key: ObjectKey, hard: Record<string, string>) =>
      api.put(quotas, { metadata: { ...key }, spec: { hard } }),
    run: (key: ObjectKey) => keeper.reconcile(key, signal),
    emit: (resource: string, event: WatchEvent<HasMetadata>) => watches.get(resource)!.next(event),
    update: (resource: string, object: HasMetadata & { status?: object }, old: HasMetadata) =>
      changesOf(resource).next({ type: 'updated', object, old }),
    used: (key: ObjectKey) => api.find(quotas, key)?.status?.used,
    stop: () => subscription.unsubscribe(),
  };
}
const q = { namespace: 'n', name: 'q' };
const r = { namespace: 'n', name: 'r' };

describe('QuotaKeeper', () => {
  let test: ReturnType<typeof setUp>;
  beforeEach(async () => {
    test = setUp();
    await settle();
  });
  afterEach(() => test.stop());

  it('C-240 a delete wakes the quotas of its namespace that count the resource', async () => {
    test.put(q, 'as');
    test.put(r, 'bs');
    test.put({ namespace: 'm', name: 'q' }, 'as');
    for (const key of [q, r, { namespace: 'm', name: 'q' }]) await test.run(key);
    await settle();
    test.woken.length = 0;
    test.emit('as', { type: 'DELETED', object: { metadata: { namespace: 'n', name: 'o', resourceVersion: '2' } } });
    expect(test.woken).toEqual(['n/q']);
  });

  it('a quota of names that are not served is counted once, and woken when they are', async () => {
    test.put(q, 'as', 'later');
    expect(await test.run(q)).toEqual(DONE);
    expect(test.used(q)).toEqual({ 'count/as.a.io': '0', 'count/later.a.io': '0' });
    await settle();
    test.woken.length = 0;
    test.serve('later');
    test.emit('customresourcedefinitions', {
      type: 'ADDED',
      object: { metadata: { name: 'later.a.io', resourceVersion: '2' } },
    });
    await settle();
    test.clock.advance(500);
    await settle();
    expect(test.woken).toEqual(['n/q']);
    expect(await test.run(q)).toEqual(DONE);
  });

  it('C-240 an update of what a quota measures wakes those that count it', async () => {
    const names = ['pods', 'services', 'requests.storage', 'configmaps'];
    for (const name of names) {
      test.putHard({ namespace: 'n', name }, { [name]: '5' });
      await test.run({ namespace: 'n', name });
    }
    const metadata = { namespace: 'n', name: 'o' };
    const running = { metadata, status: { phase: 'Running' } };
    test.update('pods', { ...running, metadata: { ...metadata, labels: { a: 'b' } } }, running);
    expect(test.woken).toEqual([]);
    test.update('pods', { ...running, status: { phase: 'Failed' } }, running);
    test.update('persistentvolumeclaims', { metadata }, { metadata });
    test.update('services', { metadata }, { metadata });
    expect(test.woken).toEqual(['n/pods', 'n/requests.storage', 'n/services']);
  });

  it('drops what only deleted quotas count', async () => {
    test.put(q, 'as');
    await test.run(q);
    await settle();
    test.api.remove(quotas, q);
    expect(await test.run(q)).toEqual(DONE);
    test.clock.advance(30_000);
    await settle();
    expect(test.watches.get('as')!.observed).toBe(false);
    expect(test.watches.get('customresourcedefinitions')!.observed).toBe(true);
  });
});
