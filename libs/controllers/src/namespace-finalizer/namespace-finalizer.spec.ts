import { ApiError, FakeClock } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ObjectKey, type ReflectorEvent } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import * as fc from 'fast-check';
import { NEVER, Subject, finalize as onEnd } from 'rxjs';
import { namespaces, type Namespace } from '../shared/namespace.js';
import type { ServedResources } from '../shared/served-resources.js';
import { ContentWatches } from './content-watches.js';
import { deletionConditions, mergeConditions } from './conditions.js';
import { isEmptied, type ContentReport } from './namespace-content.js';
import { isToBeEmptied, recheckAfterMs } from './plan.js';
import { NamespaceFinalizerReconciler } from './reconciler.js';

const { configMaps, pods, secrets } = builtinResources;
const core = (resource: string) => ({ group: '', version: 'v1', resource });
const signal = new AbortController().signal;
const deletionTimestamp = '2024-01-01T00:00:00Z';
const T0 = Date.UTC(2024, 0, 1);
const key = { namespace: '', name: 't1' };
const emptied: ContentReport = { discoveryFailures: [], unreadable: [], deletionFailures: [], remaining: [] };

const terminating = (over: Partial<Namespace> = {}): Namespace => ({
  metadata: { name: 't1', deletionTimestamp },
  spec: { finalizers: ['orch'] },
  status: { phase: 'Terminating' },
  ...over,
});

function setUp(served: Partial<ServedResources> = {}) {
  const api = new InMemoryApi();
  const clock = new FakeClock(T0 + 1000);
  const resources = ['configmaps', 'pods', 'secrets'].map((resource) => ({
    group: '',
    version: 'v1',
    resource,
    kind: '',
    namespaced: true,
    verbs: resource === 'secrets' ? ['list', 'delete'] : ['list', 'delete', 'deletecollection'],
  }));
  const cached = api.lister(namespaces);
  const reconciler = new NamespaceFinalizerReconciler(
    cached,
    api,
    () => Promise.resolve({ resources, failures: [], unreadable: [], ...served }),
    new ContentWatches(() => NEVER),
    'orch',
    clock,
  );
  api.put(namespaces, terminating());
  const conditions = () =>
    Object.fromEntries((api.find(namespaces, key)?.status?.conditions ?? []).map((c) => [c.type, c]));
  return { api, cached, clock, conditions, run: () => reconciler.reconcile(key, signal) };
}

describe('which namespaces', () => {
  const table = [
    { id: 'C-161', name: 'deleted and held by us', namespace: terminating(), want: true },
    { id: 'C-161', name: 'not a living one', namespace: terminating({ metadata: { name: 't1' } }), want: false },
    {
      id: 'C-161',
      name: 'not one without the finalizer',
      namespace: terminating({ spec: { finalizers: ['x'] } }),
      want: false,
    },
    {
      id: 'C-161',
      name: 'not one without a spec',
      namespace: { metadata: { name: 't1', deletionTimestamp } },
      want: false,
    },
  ];
  for (const c of table) it(`${c.id} ${c.name}`, () => expect(isToBeEmptied(c.namespace, 'orch')).toBe(c.want));
});

describe('emptying', () => {
  it('A-046 deletes all objects, by collection or one by one, then removes the finalizer', async () => {
    const { api, run } = setUp();
    api.put(configMaps, { metadata: { namespace: 't1', name: 'x' } });
    api.put(secrets, { metadata: { namespace: 't1', name: 'a' } });
    api.put(secrets, { metadata: { namespace: 't1', name: 'b' } });
    api.put(configMaps, { metadata: { namespace: 't2', name: 'x' } });
    await run();
    expect(api.all<HasMetadata>(configMaps).map((object) => object.metadata.namespace)).toEqual(['t2']);
    expect(api.all(secrets)).toEqual([]);
    expect(api.find(namespaces, key)).toBeUndefined();
    expect(api.writes.at(-1)).toBe('update namespaces/finalize t1');
    api.writes.length = 0;
    await run();
    expect(api.writes).toEqual([]);
  });
  it('C-162 takes off our own entry only', async () => {
    const { api, run } = setUp();
    api.put(namespaces, terminating({ spec: { finalizers: ['mine', 'orch'] } }));
    await run();
    expect(api.find(namespaces, key)?.spec?.finalizers).toEqual(['mine']);
  });
  it('C-165 content with finalizers stays and is reported, then the namespace goes', async () => {
    const { api, conditions, run } = setUp();
    const x = { namespace: 't1', name: 'x' };
    api.put(configMaps, { metadata: { ...x, finalizers: ['example.com/f'] } });
    api.put(pods, { metadata: { namespace: 't1', name: 'p', finalizers: ['example.com/f'] } });
    api.put(secrets, { metadata: { namespace: 't1', name: 's', finalizers: ['example.com/g'] } });
    expect((await run()).requeueAfterMs).toBeGreaterThan(0);
    expect(api.find(namespaces, key)?.spec?.finalizers).toEqual(['orch']);
    expect(conditions()).toMatchObject({
      NamespaceDeletionDiscoveryFailure: { status: 'False', reason: 'ResourcesDiscovered' },
      NamespaceDeletionGroupVersionParsingFailure: { status: 'False', reason: 'ParsedGroupVersions' },
      NamespaceDeletionContentFailure: { status: 'False', reason: 'ContentDeleted' },
      NamespaceContentRemaining: {
        status: 'True',
        reason: 'SomeResourcesRemain',
        message:
          'Some resources are remaining: configmaps has 1 resource instance, pods has 1 resource instance, secrets has 1 resource instance',
        lastTransitionTime: '2024-01-01T00:00:01Z',
      },
      NamespaceFinalizersRemaining: {
        status: 'True',
        reason: 'SomeFinalizersRemain',
        message:
          'Some content in the namespace has finalizers remaining: example.com/f in 2 resource instances, example.com/g in 1 resource instance',
      },
    });
    api.writes.length = 0;
    await run();
    expect(api.writes.filter((write) => write.startsWith('update namespaces'))).toEqual([]);
    api.remove(configMaps, x);
    api.remove(pods, { namespace: 't1', name: 'p' });
    api.remove(secrets, { namespace: 't1', name: 's' });
    await run();
    expect(api.find(namespaces, key)).toBeUndefined();
  });
  it('reads only the metadata of content, and names few of many finalizers', async () => {
    const { api, conditions, run } = setUp();
    const whole = jest.spyOn(api, 'resource');
    for (const name of ['x', 'y']) {
      const finalizers = Array.from({ length: 5_000 }, (_, at) => `example.com/${name}-${at}`);
      api.put(configMaps, { metadata: { namespace: 't1', name, finalizers } });
    }
    await run();
    expect(new Set(whole.mock.calls.map(([{ resource }]) => resource))).toEqual(new Set(['namespaces']));
    const { message } = conditions()['NamespaceFinalizersRemaining']!;
    expect(message).toContain('example.com/x-0 in 1 resource instance, ');
    expect(message).toContain(', and 180 more');
  });
  it('C-165 while a group cannot be asked the rest is emptied and the namespace stays', async () => {
    const { api, conditions, run } = setUp({ failures: [{ groupVersion: 'x.example/v1', message: 'away' }] });
    api.put(configMaps, { metadata: { namespace: 't1', name: 'x' } });
    await run();
    expect(api.all(configMaps)).toEqual([]);
    expect(api.find(namespaces, key)?.spec?.finalizers).toEqual(['orch']);
    expect(conditions()['NamespaceDeletionDiscoveryFailure']).toMatchObject({
      status: 'True',
      reason: 'DiscoveryFailed',
      message: 'Discovery failed for some groups: x.example/v1: away',
    });
  });
  it('C-165 a resource that cannot be deleted is reported, the others are emptied', async () => {
    const { api, conditions, run } = setUp();
    api.put(configMaps, { metadata: { namespace: 't1', name: 'x' } });
    api.put(secrets, { metadata: { namespace: 't1', name: 's' } });
    api.failNext(
      'deletecollection',
      configMaps,
      ApiError.forbidden({ group: '', resource: 'configmaps' }, 'a webhook says no'),
    );
    expect((await run()).requeueAfterMs).toBeGreaterThan(0);
    expect(api.all(secrets)).toEqual([]);
    expect(conditions()['NamespaceDeletionContentFailure']).toMatchObject({
      status: 'True',
      reason: 'ContentDeletionFailed',
      message: expect.stringContaining('configmaps: configmaps is forbidden: a webhook says no'),
    });
  });
  it('deletes objects that cannot be listed', async () => {
    const { api, run } = setUp();
    api.put(configMaps, { metadata: { namespace: 't1', name: 'x' } });
    api.failNext('list', configMaps, ApiError.serviceUnavailable('a webhook does not answer', 1));
    await run();
    expect(api.all(configMaps)).toEqual([]);
    await run();
    expect(api.find(namespaces, key)).toBeUndefined();
  });
  it.each([ApiError.noSuchResource(), ApiError.methodNotAllowed()])(
    'keeps the namespace of objects whose delete a webhook refuses with $reason',
    async (refusal) => {
      const { api, run } = setUp();
      api.put(configMaps, { metadata: { namespace: 't1', name: 'x' } });
      for (let pass = 0; pass < 2; pass++) api.failNext('deletecollection', configMaps, refusal);
      await run();
      expect(api.find(namespaces, key)?.spec?.finalizers).toEqual(['orch']);
      await run();
      await run();
      expect(api.all(configMaps)).toEqual([]);
      expect(api.find(namespaces, key)).toBeUndefined();
    },
  );
  it('finds objects stored during the list before the namespace is deleted', async () => {
    const { api, run } = setUp();
    let lists = 0;
    const list = api.resource;
    Object.assign(api, {
      resource: (resource: typeof pods) => {
        // Once every resource has been found empty.
        if (++lists === 4) api.put(configMaps, { metadata: { namespace: 't1', name: 'late' } });
        return list(resource);
      },
    });
    await run();
    expect(api.all(configMaps)).toEqual([]);
    expect(api.find(namespaces, key)).toBeUndefined();
  });
  it('tolerates a resource that was removed meanwhile', async () => {
    const { api, run } = setUp();
    api.failNext('list', pods, ApiError.noSuchResource());
    await run();
    expect(api.find(namespaces, key)).toBeUndefined();
  });
  it('fails with Conflict when the namespace changed since it was read', async () => {
    const { api } = setUp();
    const behind = new NamespaceFinalizerReconciler(
      api.lister(namespaces),
      api,
      () => {
        api.put(namespaces, terminating({ spec: { finalizers: ['orch', 'example.com/new'] } }));
        return Promise.resolve({ resources: [], failures: [], unreadable: [] });
      },
      new ContentWatches(() => NEVER),
      'orch',
      new FakeClock(T0),
    );
    await expect(behind.reconcile(key, signal)).rejects.toMatchObject({ reason: 'Conflict' });
  });
  it('leaves the content of a namespace that was created again, while the cache has the deleted one', async () => {
    const { api, cached, run } = setUp();
    const deleted = api.find(namespaces, key)!;
    api.remove(namespaces, key);
    api.put(namespaces, { metadata: { name: 't1' }, spec: { finalizers: ['orch'] } });
    api.put(configMaps, { metadata: { namespace: 't1', name: 'new' } });
    jest.spyOn(cached, 'get').mockReturnValue(deleted);
    api.writes.length = 0;
    await run();
    expect(api.writes).toEqual([]);
    expect(api.all(configMaps)).toHaveLength(1);
  });
});

describe('remaining content', () => {
  const reports: { id: string; name: string; report: Partial<ContentReport>; want: string[] }[] = [
    { id: 'C-165', name: 'nothing', report: {}, want: [] },
    {
      id: 'C-165',
      name: 'a group',
      report: { discoveryFailures: [{ groupVersion: 'a/v1', message: 'm' }] },
      want: ['NamespaceDeletionDiscoveryFailure'],
    },
    {
      id: 'C-165',
      name: 'a name',
      report: { unreadable: ['a/b/c'] },
      want: ['NamespaceDeletionGroupVersionParsingFailure'],
    },
    {
      id: 'C-165',
      name: 'a refusal',
      report: { deletionFailures: [{ resource: 'r', message: 'm' }] },
      want: ['NamespaceDeletionContentFailure'],
    },
    {
      id: 'C-165',
      name: 'content',
      report: { remaining: [{ resource: 'r', source: core('r'), count: 1, finalizers: new Map() }] },
      want: ['NamespaceContentRemaining'],
    },
    {
      id: 'C-165',
      name: 'content with finalizers',
      report: { remaining: [{ resource: 'r', source: core('r'), count: 1, finalizers: new Map([['f', 1]]) }] },
      want: ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'],
    },
  ];
  for (const c of reports) {
    it(`${c.id} ${c.name}`, () => {
      const report = { ...emptied, ...c.report };
      const conditions = deletionConditions(report);
      expect(conditions).toHaveLength(5);
      expect(conditions.filter((one) => one.status === 'True').map((one) => one.type)).toEqual(c.want);
      expect(isEmptied(report)).toBe(c.want.length === 0);
    });
  }
  it('a condition keeps its time while its status stays', () => {
    const first = mergeConditions([], [{ type: 'A', status: 'True', message: 'two' }], 't1')!;
    expect(mergeConditions(first, [{ type: 'A', status: 'True', message: 'two' }], 't2')).toBeUndefined();
    expect(mergeConditions(first, [{ type: 'A', status: 'True', message: 'one' }], 't2')).toEqual([
      { type: 'A', status: 'True', message: 'one', lastTransitionTime: 't1' },
    ]);
    expect(mergeConditions(first, [{ type: 'A', status: 'False', message: 'none' }], 't2')?.[0]).toMatchObject({
      lastTransitionTime: 't2',
    });
  });
});

it('conditions put in once are in: a second time changes nothing', () => {
  const text = fc.constantFrom('a', 'b', 'c');
  const condition = fc.record({ type: text, status: fc.constantFrom('True', 'False'), message: text });
  const conditions = fc.uniqueArray(condition, { selector: (one) => one.type });
  const before = fc.uniqueArray(fc.record({ type: text, status: text, message: text, lastTransitionTime: text }), {
    selector: (one) => one.type,
  });
  fc.assert(
    fc.property(before, conditions, (present, wanted) => {
      const merged = mergeConditions(present, wanted, 'now') ?? present;
      expect(mergeConditions(merged, wanted, 'later')).toBeUndefined();
      expect(new Set(merged.map((one) => one.type)).size).toBe(merged.length);
    }),
  );
});

describe('time until the next look', () => {
  const table = [
    { sinceMs: 0, want: 500 },
    { sinceMs: 20_000, want: 5000 },
    { sinceMs: 3_600_000, want: 15_000 },
  ];
  for (const c of table)
    it(`after ${c.sinceMs} ms: ${c.want} ms`, () => expect(recheckAfterMs(terminating(), T0 + c.sinceMs)).toBe(c.want));
});

describe('watches on what remains', () => {
  const setUpWatches = () => {
    const followed = new Map<string, Subject<ReflectorEvent>>();
    const watches = new ContentWatches(({ resource }, namespace) => {
      const events = new Subject<ReflectorEvent>();
      followed.set(`${namespace}/${resource}`, events);
      return events.pipe(onEnd(() => followed.delete(`${namespace}/${resource}`)));
    });
    const woken: ObjectKey[] = [];
    const listening = watches.keys$.subscribe((woke) => woken.push(woke));
    const tell = (event: ReflectorEvent) => followed.get('t1/configmaps')!.next(event);
    const map = (name: string) => ({ metadata: { namespace: 't1', name } });
    return { followed, watches, woken, listening, tell, map };
  };

  it('the last object of a resource that goes wakes the controller, earlier ones do not', () => {
    const { watches, woken, tell, map } = setUpWatches();
    watches.set('t1', [core('configmaps')]);
    tell({ type: 'REPLACE', objects: [map('a'), map('b')], resourceVersion: '1' });
    tell({ type: 'MODIFIED', object: map('a'), resourceVersion: '2' });
    tell({ type: 'DELETED', object: map('a'), resourceVersion: '3' });
    expect(woken).toEqual([]);
    tell({ type: 'DELETED', object: map('b'), resourceVersion: '4' });
    expect(woken).toEqual([{ namespace: '', name: 't1' }]);
  });
  it('an object that went before the watch began wakes the controller as well', () => {
    const { watches, woken, tell } = setUpWatches();
    watches.set('t1', [core('configmaps')]);
    tell({ type: 'REPLACE', objects: [], resourceVersion: '1' });
    expect(woken).toHaveLength(1);
  });
  it('watches are kept while their resource remains, and end with it, with the namespace and with the controller', () => {
    const { followed, watches, listening } = setUpWatches();
    watches.set('t1', [core('configmaps'), core('secrets')]);
    const kept = followed.get('t1/configmaps');
    watches.set('t1', [core('configmaps')]);
    expect([...followed.keys()]).toEqual(['t1/configmaps']);
    expect(followed.get('t1/configmaps')).toBe(kept);
    watches.set('t2', [core('pods')]);
    watches.set('t1', []);
    expect([...followed.keys()]).toEqual(['t2/pods']);
    listening.unsubscribe();
    expect(followed.size).toBe(0);
  });
  it('no more than 256 watches are open at once', () => {
    const { followed, watches } = setUpWatches();
    for (let i = 0; i < 300; i++) watches.set(`n${i}`, [core('configmaps')]);
    expect(followed.size).toBe(256);
    watches.set('n0', []);
    watches.set('n299', [core('configmaps')]);
    expect(followed.has('n299/configmaps')).toBe(true);
  });
});
