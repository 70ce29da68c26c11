import { ApiError, FakeClock } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { nodes, type Node, type Taint } from '../shared/node.js';
import { pods, type Pod, type Toleration } from '../shared/pod.js';
import { taintsDiffer, toleratedMs } from './plan.js';
import { TaintEvictionReconciler } from './reconciler.js';

const taint = (key: string, value?: string, effect = 'NoExecute'): Taint => ({
  ...{ key, effect },
  ...(value === undefined ? {} : { value }),
});
const node = (...taints: Taint[]): Node => ({ metadata: { name: 'x' }, spec: { taints } });

describe('how long a pod may stay', () => {
  const exists = (key: string, tolerationSeconds?: number): Toleration => ({
    ...{ key, operator: 'Exists' },
    ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
  });
  const cases: [name: string, taints: Taint[], tolerations: Toleration[], want: number][] = [
    ['no taint', [], [], Infinity],
    ['no toleration', [taint('a')], [], 0],
    ['of another key', [taint('a')], [exists('b')], 0],
    ['one of two taints', [taint('a'), taint('b')], [exists('a')], 0],
    ['Exists is for any value', [taint('a', 'v')], [exists('a')], Infinity],
    ['Exists without a key is for all', [taint('a'), taint('b', 'v')], [{ operator: 'Exists' }], Infinity],
    ['Equal with the value', [taint('a', 'v')], [{ key: 'a', operator: 'Equal', value: 'v' }], Infinity],
    ['Equal with another value', [taint('a', 'v')], [{ key: 'a', operator: 'Equal', value: 'w' }], 0],
    ['Equal is the default', [taint('a', 'v')], [{ key: 'a', value: 'v' }], Infinity],
    ['no value is an empty one', [taint('a')], [{ key: 'a', value: '' }], Infinity],
    ['an operator that is not known', [taint('a')], [{ key: 'a', operator: 'Near' }], 0],
    ['of the effect', [taint('a')], [{ ...exists('a'), effect: 'NoExecute' }], Infinity],
    ['of another effect', [taint('a')], [{ ...exists('a'), effect: 'NoSchedule' }], 0],
    ['for a time', [taint('a')], [exists('a', 30)], 30_000],
    ['for 0 s', [taint('a')], [exists('a', 0)], 0],
    ['for less than 0 s', [taint('a')], [exists('a', -5)], 0],
    [
      'the shortest time',
      [taint('a'), taint('b'), taint('c')],
      [exists('a', 30), exists('b', 20), exists('c')],
      20_000,
    ],
    ['the first that matches', [taint('a')], [exists('a', 30), exists('a')], 30_000],
    ['one that matches no taint does not count', [taint('a')], [exists('b', 1), exists('a')], Infinity],
  ];
  it.each(cases)('%s', (_name, taints, tolerations, want) => expect(toleratedMs(taints, tolerations)).toBe(want));
});

it('only taints that evict make a difference', () => {
  expect(taintsDiffer(undefined, node())).toBe(false);
  expect(taintsDiffer(undefined, node(taint('a')))).toBe(true);
  expect(taintsDiffer(node(taint('a')), node())).toBe(true);
  expect(taintsDiffer(node(taint('a')), node(taint('a', 'v')))).toBe(true);
  expect(taintsDiffer(node(), node(taint('a', 'v', 'NoSchedule')))).toBe(false);
  expect(taintsDiffer(node(taint('a')), node({ ...taint('a'), timeAdded: 'later' }))).toBe(false);
});

describe('reconciler', () => {
  const signal = new AbortController().signal;
  const key = { namespace: 'n', name: 'p' };
  let api: InMemoryApi;
  let clock: FakeClock;
  let events: string[];
  let reconciler: TaintEvictionReconciler;
  const reconcile = () => reconciler.reconcile(key, signal);
  const put = (tolerationSeconds?: number, more: object = {}): Pod =>
    api.put(pods, {
      metadata: { ...key, finalizers: ['example.com/held'], ...more },
      spec: {
        nodeName: 'x',
        tolerations: tolerationSeconds === undefined ? [] : [{ key: 'a', operator: 'Exists', tolerationSeconds }],
      },
      status: { phase: 'Running' },
    });
  const find = (): Pod => api.find(pods, key)!;
  beforeEach(() => {
    api = new InMemoryApi();
    clock = new FakeClock(Date.UTC(2024, 0, 1));
    events = [];
    const record = (_pod: object, type: string, reason: string, message: string) =>
      void events.push(`${type} ${reason}: ${message}`);
    reconciler = new TaintEvictionReconciler(
      api.lister(pods),
      api.lister(nodes),
      api.resource(pods),
      { record },
      clock,
    );
  });
  const marking = 'Normal TaintManagerEviction: Marking for deletion Pod n/p';
  const cancelling = 'Normal TaintManagerEviction: Cancelling deletion of Pod n/p';
  const deletes = () => api.writes.filter((write) => write.startsWith('delete'));

  it('a pod that does not tolerate the taint is marked and deleted at once', async () => {
    api.put(nodes, node(taint('a')));
    put();
    expect(await reconcile()).toEqual({});
    expect(api.writes).toEqual(['update pods/status n/p', 'delete pods n/p']);
    expect(find().status!.conditions).toEqual([
      {
        ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager' },
        message: 'Taint manager: deleting due to NoExecute taint',
        lastTransitionTime: '2024-01-01T00:00:00Z',
      },
    ]);
    expect(events).toEqual([marking]);
    expect(await reconcile()).toEqual({});
    expect([api.writes.length, events.length]).toEqual([2, 1]);
  });
  it('one that tolerates it for a time is deleted after that', async () => {
    api.put(nodes, node(taint('a')));
    put(30);
    expect(await reconcile()).toEqual({ requeueAfterMs: 30_000 });
    clock.advance(29_999);
    expect(await reconcile()).toEqual({ requeueAfterMs: 1 });
    expect(api.writes).toEqual([]);
    clock.advance(1);
    await reconcile();
    expect(deletes()).toEqual(['delete pods n/p']);
    expect(events).toEqual([marking]);
  });
  it('the time goes on when tolerations change, unless there are none or for ever', async () => {
    api.put(nodes, node(taint('a')));
    put(30);
    await reconcile();
    clock.advance(10_000);
    put(300, { uid: find().metadata.uid });
    expect(await reconcile()).toEqual({ requeueAfterMs: 20_000 });
    api.put(pods, { ...find(), spec: { nodeName: 'x', tolerations: [{ operator: 'Exists' }] } });
    expect(await reconcile()).toEqual({});
    expect(events).toEqual([cancelling]);
    api.put(pods, { ...find(), spec: { nodeName: 'x' } });
    await reconcile();
    expect(deletes()).toHaveLength(1);
  });
  it('the end of the taint ends the time; a new one begins another', async () => {
    api.put(nodes, node(taint('a')));
    put(30);
    await reconcile();
    clock.advance(20_000);
    api.put(nodes, node(taint('a', undefined, 'NoSchedule')));
    expect(await reconcile()).toEqual({});
    expect(events).toEqual([cancelling]);
    api.put(nodes, node(taint('a')));
    expect(await reconcile()).toEqual({ requeueAfterMs: 30_000 });
  });
  it('the end of the node does not', async () => {
    api.put(nodes, node(taint('a')));
    put(30);
    await reconcile();
    api.remove(nodes, { namespace: '', name: 'x' });
    clock.advance(10_000);
    expect(await reconcile()).toEqual({ requeueAfterMs: 20_000 });
    clock.advance(20_000);
    await reconcile();
    expect(deletes()).toHaveLength(1);
  });
  it('the end of the pod does; another one of its name has its own time', async () => {
    api.put(nodes, node(taint('a')));
    put(30);
    await reconcile();
    api.remove(pods, key);
    await reconcile();
    await reconcile();
    expect(events).toEqual([cancelling]);
    put(30, { uid: 'first' });
    await reconcile();
    clock.advance(10_000);
    api.remove(pods, key);
    put(30, { uid: 'second' });
    expect(await reconcile()).toEqual({ requeueAfterMs: 30_000 });
  });
  it('one that is being deleted, unscheduled, or on a node without such taints is left alone', async () => {
    api.put(nodes, node(taint('a', undefined, 'NoSchedule')));
    put();
    await reconcile();
    api.put(nodes, node(taint('a')));
    put(undefined, { deletionTimestamp: '2024-01-01T00:00:00Z' });
    await reconcile();
    api.put(pods, { metadata: key, spec: {} });
    await reconcile();
    expect([api.writes, events]).toEqual([[], []]);
  });
  it('a failure is tried again', async () => {
    api.put(nodes, node(taint('a')));
    put();
    api.failNext('delete', pods, ApiError.forbidden({ group: '', resource: 'pods' }, 'no'));
    await expect(reconcile()).rejects.toMatchObject({ reason: 'Forbidden' });
    await reconcile();
    expect(api.writes).toEqual(['update pods/status n/p', 'delete pods n/p']);
  });
  it('only the very pod is deleted', async () => {
    api.put(nodes, node(taint('a')));
    const seen = put(undefined, { uid: 'seen' });
    api.remove(pods, key);
    put(undefined, { uid: 'other' });
    const behind = { ...api.lister(pods), get: () => seen };
    const record = () => void events.push('event');
    await new TaintEvictionReconciler(behind, api.lister(nodes), api.resource(pods), { record }, clock).reconcile(
      key,
      signal,
    );
    expect([api.writes, events]).toEqual([[], []]);
  });
});
