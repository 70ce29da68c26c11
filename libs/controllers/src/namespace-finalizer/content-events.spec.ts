import { FakeClock } from '@orch/apimachinery';
import { builtinResources, type ReflectorEvent } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { MemoryWorkQueue, ReconcileLoop, silentLogger } from '@orch/controller-kit';
import { Subject } from 'rxjs';
import { namespaces } from '../shared/namespace.js';
import { ContentWatches } from './content-watches.js';
import { NamespaceFinalizerReconciler } from './reconciler.js';

const { configMaps } = builtinResources;
const key = { namespace: '', name: 't1' };
const content = { namespace: 't1', name: 'held' };
const deletionTimestamp = '2024-01-01T00:00:00Z';
const served = {
  resources: [{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['list', 'delete'] }], // prettier-ignore
  failures: [],
  unreadable: [],
};

/** Lets all promises that are settled run on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The reconciler on a work queue whose clock never advances, so that only events lead to a reconcile. */
function startController() {
  const api = new InMemoryApi();
  const clock = new FakeClock();
  const queue = new MemoryWorkQueue(clock);
  const events = new Subject<ReflectorEvent>();
  const reconciler = new NamespaceFinalizerReconciler(
    api.lister(namespaces),
    api,
    () => Promise.resolve(served),
    new ContentWatches(() => events),
    'orch',
    clock,
  );
  const source = reconciler.keys$.subscribe((woken) => queue.add(woken));
  const stopping = new AbortController();
  const ended = new ReconcileLoop(queue, reconciler, silentLogger).run(1, stopping.signal);
  const stop = async (): Promise<void> => {
    source.unsubscribe();
    stopping.abort(new Error('over'));
    await ended;
  };
  return { api, clock, queue, events, stop };
}

describe('content of a terminating namespace', () => {
  it('C-165 a watch event of the last object leads to a reconcile before the next recheck', async () => {
    const { api, clock, queue, events, stop } = startController();
    api.put(namespaces, { metadata: { name: 't1', deletionTimestamp }, spec: { finalizers: ['orch'] } });
    const held = api.put(configMaps, { metadata: { ...content, finalizers: ['example.com/f'] } });
    queue.add(key);
    await settle();
    expect(api.find(namespaces, key)?.spec?.finalizers).toEqual(['orch']);
    expect(clock.pending).toBe(1); // the recheck

    events.next({ type: 'REPLACE', objects: [held], resourceVersion: '1' });
    api.remove(configMaps, content); // as a server does when the last finalizer is removed
    await settle();
    expect(api.find(namespaces, key)).toBeDefined();

    events.next({ type: 'DELETED', object: held, resourceVersion: '2' });
    await settle();
    expect(api.find(namespaces, key)).toBeUndefined();
    expect(events.observed).toBe(false);
    await stop();
  });
});
