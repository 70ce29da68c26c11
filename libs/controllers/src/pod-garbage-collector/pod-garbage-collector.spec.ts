import { ApiError, atOnce, FakeClock } from '@orch/apimachinery';
import type { ObjectKey, ResourceLike } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';
import { MissingNodes } from './missing-nodes.js';
import { planCollection } from './plan.js';
import { PodGarbageCollector } from './reconciler.js';

const OUT = 'node.orch.io/out-of-service';
const T0 = Date.UTC(2024, 0, 1);
const GONE = '2024-01-01T00:00:00Z';

interface PodFacts {
  readonly node?: string;
  readonly phase?: string;
  readonly reason?: string;
  readonly created?: string;
  readonly going?: boolean;
}
const pod = (name: string, { node, phase = 'Running', reason, created = GONE, going }: PodFacts = {}): Pod => ({
  metadata: {
    ...{ namespace: 'n', name, uid: `uid-${name}`, creationTimestamp: created },
    ...(going ? { deletionTimestamp: GONE, finalizers: ['example.com/held'] } : {}),
  },
  spec: node === undefined ? {} : { nodeName: node },
  status: { phase, ...(reason === undefined ? {} : { reason }) },
});
const node = (name: string, ready: string, taints: string[] = []): Node => ({
  metadata: { name },
  spec: { taints: taints.map((key) => ({ key, effect: 'NoExecute' })) },
  status: { conditions: [{ type: 'Ready', status: ready }] },
});
const day = (n: number): string => `2024-01-0${n}T00:00:00Z`;

describe('plan', () => {
  const plan = (all: Pod[], world: Node[] = [], keptTerminated = 0) =>
    atOnce(
      planCollection(all, (name) => world.find(({ metadata }) => metadata.name === name), {
        keptTerminated,
        outOfServiceTaint: OUT,
      }),
    );
  const deleted = (all: Pod[], world: Node[] = [], kept = 0): string[] =>
    plan(all, world, kept).deletes.map(({ metadata }) => metadata.name!);

  const ended = (name: string, created: string, phase = 'Succeeded', reason?: string) =>
    pod(name, { node: 'up', phase, created, ...(reason === undefined ? {} : { reason }) });
  const up = node('up', 'True');
  const terminated: [name: string, pods: Pod[], kept: number, want: string[]][] = [
    ['fewer than are kept', [ended('a', day(1)), ended('b', day(2))], 3, []],
    ['as many as are kept', [ended('a', day(1)), ended('b', day(2))], 2, []],
    ['the oldest first', [ended('c', day(3)), ended('a', day(1)), ended('b', day(2), 'Failed')], 1, ['a', 'b']],
    ['of one age by name', [ended('b', day(1)), ended('a', day(1))], 1, ['a']],
    ['evicted ones before older ones', [ended('old', day(1)), ended('e', day(2), 'Failed', 'Evicted')], 1, ['e']],
    [
      'the reason counts for failed ones only',
      [ended('a', day(1)), ended('b', day(2), 'Succeeded', 'Evicted')],
      1,
      ['a'],
    ],
    [
      'running, pending and unknown ones do not count',
      ['Running', 'Pending', 'Unknown'].map((phase) => pod(phase, { node: 'up', phase })),
      1,
      [],
    ],
    ['0 keeps all', [ended('a', day(1)), ended('b', day(1))], 0, []],
    ['a negative number keeps all', [ended('a', day(1)), ended('b', day(1))], -1, []],
  ];
  it.each(terminated)('terminated: %s', (_name, all, kept, want) => expect(deleted(all, [up], kept)).toEqual(want));

  const others: [name: string, pod: Pod, world: Node[], want: string[]][] = [
    ['unscheduled and being deleted', pod('a', { going: true }), [], ['a']],
    ['unscheduled', pod('a'), [], []],
    ['being deleted on a node that is ready', pod('a', { node: 'up', going: true }), [up], []],
    ['on a ready node that is out of service', pod('a', { node: 'x', going: true }), [node('x', 'True', [OUT])], []],
    ['on one that is not ready', pod('a', { node: 'x', going: true }), [node('x', 'False')], []],
    ['on one that is both', pod('a', { node: 'x', going: true }), [node('x', 'False', [OUT])], ['a']],
    [
      'on one of unknown state that is out of service',
      pod('a', { node: 'x', going: true }),
      [node('x', 'Unknown', ['other', OUT])],
      ['a'],
    ],
    [
      'on one without conditions that is out of service',
      pod('a', { node: 'x', going: true }),
      [{ ...node('x', ''), status: {} }],
      [],
    ],
    ['not being deleted on one that is both', pod('a', { node: 'x' }), [node('x', 'False', [OUT])], []],
  ];
  it.each(others)('%s', (_name, one, world, want) => expect(deleted([one], world)).toEqual(want));

  it('a pod for two reasons is deleted once', () => {
    const both = pod('a', { phase: 'Failed', going: true });
    expect(deleted([both, ended('b', day(2))], [up], 1)).toEqual(['a']);
  });
  it('orphans are those of nodes that are not there, by node', () => {
    const all = [
      pod('a', { node: 'x' }),
      pod('b', { node: 'y' }),
      pod('c', { node: 'x', phase: 'Succeeded' }),
      pod('d'),
    ];
    const { orphans, deletes } = plan([...all, pod('e', { node: 'up' })], [up]);
    const names = [...orphans].map(([name, some]) => [name, some.map(({ metadata }) => metadata.name)]);
    expect(names).toEqual([
      ['x', ['a', 'c']],
      ['y', ['b']],
    ]);
    expect(deletes).toEqual([]);
  });
});

describe('missing nodes', () => {
  it('are due after 40 s, once; one that was there meanwhile waits again', () => {
    const missing = new MissingNodes();
    const due = (names: string[], atMs: number): string[] => missing.due(new Set(names), atMs);
    expect(due(['a', 'b'], 0)).toEqual([]);
    expect(due(['a'], 20_000)).toEqual([]);
    expect(due(['a', 'b'], 39_999)).toEqual([]);
    expect(due(['a', 'b'], 40_000)).toEqual(['a']);
    expect(due(['a', 'b'], 40_001)).toEqual([]);
    expect(due(['a', 'b'], 79_999)).toEqual(['b']);
    expect(due(['a', 'b'], 80_001)).toEqual(['a']);
  });
});

describe('reconciler', () => {
  const signal = new AbortController().signal;
  const PASS = { namespace: '', name: 'pods' };
  let api: InMemoryApi;
  let clock: FakeClock;
  let warnings: unknown[];
  let hidden: Set<string>;
  let collector: PodGarbageCollector;
  const find = (name: string) => api.find(pods, { namespace: 'n', name });
  const pass = () => collector.reconcile(PASS, signal);
  beforeEach(() => {
    api = new InMemoryApi();
    clock = new FakeClock(T0);
    warnings = [];
    hidden = new Set();
    const hide = ({ metadata }: Node): boolean => hidden.has(metadata.name!);
    collector = new PodGarbageCollector(
      { pods: api.lister(pods), nodes: api.lister(nodes, { hide }) },
      api,
      { keptTerminated: 1, outOfServiceTaint: OUT },
      clock,
      { warn: (message) => void warnings.push(message) },
    );
  });

  it('a pod of a node that is gone for 40 s is marked and deleted', async () => {
    api.put(pods, { ...pod('a', { node: 'x' }), metadata: { ...pod('a').metadata, finalizers: ['example.com/held'] } });
    for (let pass20s = 0; pass20s < 2; pass20s++) {
      expect(await pass()).toEqual({ requeueAfterMs: 20_000 });
      clock.advance(20_000);
    }
    expect(api.writes).toEqual([]);
    await pass();
    expect(api.writes).toEqual(['update pods/status n/a', 'delete pods n/a']);
    expect(find('a')!.status).toEqual({
      phase: 'Failed',
      conditions: [
        {
          ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' },
          ...{ message: 'PodGC: node no longer exists', lastTransitionTime: '2024-01-01T00:00:40Z' },
        },
      ],
    });
  });
  it('a node that only the cache lacks keeps its pods', async () => {
    api.put(nodes, node('x', 'True'));
    api.put(pods, pod('a', { node: 'x' }));
    hidden.add('x');
    await pass();
    clock.advance(40_000);
    await pass();
    expect(api.writes).toEqual([]);
  });
  it('reads ten missing nodes at once, and deletes the pods of those that the server does not have', async () => {
    for (let n = 0; n < 25; n++) {
      api.put(pods, pod(`p${n}`, { node: `x${n}`, phase: 'Failed' }));
      if (n % 5 === 0) api.put(nodes, node(`x${n}`, 'True'));
      hidden.add(`x${n}`);
    }
    let [reading, most] = [0, 0];
    const slow = {
      resource: (resource: ResourceLike) => ({
        ...api.resource(resource),
        deleteIfPresent: api.resource(resource).deleteIfPresent.bind(api.resource(resource)),
        find: async (key: ObjectKey) => {
          most = Math.max(most, ++reading);
          const found = await api.resource(resource).find(key);
          reading--;
          return found;
        },
      }),
    } as unknown as typeof api;
    const hide = ({ metadata }: Node): boolean => hidden.has(metadata.name!);
    const cached = { pods: api.lister(pods), nodes: api.lister(nodes, { hide }) };
    const options = { keptTerminated: 0, outOfServiceTaint: OUT };
    const manyNodes = new PodGarbageCollector(cached, slow, options, clock, { warn: () => undefined });
    await manyNodes.reconcile(PASS, signal);
    clock.advance(40_000);
    await manyNodes.reconcile(PASS, signal);
    const left = api.lister(pods).list().map(({ metadata }) => metadata.name!); // prettier-ignore
    expect([most, left.toSorted()]).toEqual([10, ['p0', 'p10', 'p15', 'p20', 'p5']]);
  });
  it('one that has ended keeps its phase and gets no condition', async () => {
    api.put(pods, pod('a', { phase: 'Succeeded', going: true }));
    await pass();
    expect(api.writes).toEqual(['delete pods n/a']);
  });
  it('one that is stranded is marked without a condition', async () => {
    api.put(pods, pod('a', { phase: 'Pending', going: true }));
    await pass();
    expect(find('a')!.status).toEqual({ phase: 'Failed' });
    expect(api.writes).toEqual(['update pods/status n/a', 'delete pods n/a']);
  });
  it('a failure for one keeps no other; it is reported and tried again', async () => {
    for (const name of ['a', 'b', 'c']) api.put(pods, pod(name, { phase: 'Failed', going: true }));
    api.failNext('delete', pods, ApiError.forbidden({ group: '', resource: 'pods' }, 'no'));
    await expect(pass()).rejects.toMatchObject({ reason: 'Forbidden' });
    expect(api.writes).toHaveLength(2);
    expect(warnings).toEqual(['could not delete a pod']);
    await pass();
    expect(api.writes).toContain('delete pods n/a');
  });
  it('one that finalizers keep is deleted once for each of its states: each stranded pod begins a pass over all', async () => {
    for (const name of ['a', 'b']) api.put(pods, pod(name, { phase: 'Failed', going: true }));
    await pass();
    await pass();
    expect(api.writes.toSorted()).toEqual(['delete pods n/a', 'delete pods n/b']);
    api.put(pods, { ...find('a')!, status: { phase: 'Failed', reason: 'changed' } });
    await pass();
    await pass();
    expect(api.writes.toSorted()).toEqual(['delete pods n/a', 'delete pods n/a', 'delete pods n/b']);
  });
  it('one that is gone already is not a failure', async () => {
    const seen = pod('a', { going: true });
    const behind = { ...api.lister(pods), list: () => [seen] };
    const cached = { pods: behind, nodes: api.lister(nodes) };
    const options = { keptTerminated: 1, outOfServiceTaint: OUT };
    const late = new PodGarbageCollector(cached, api, options, clock, { warn: () => undefined });
    expect(await late.reconcile(PASS, signal)).toEqual({ requeueAfterMs: 20_000 });
  });
  it('the pod of another uid is another pod', async () => {
    api.put(pods, { ...pod('a', { phase: 'Failed' }), metadata: { ...pod('a').metadata, uid: 'other' } });
    const behind = { ...api.lister(pods), list: () => [pod('a', { phase: 'Failed', going: true })] };
    const cached = { pods: behind, nodes: api.lister(nodes) };
    const options = { keptTerminated: 1, outOfServiceTaint: OUT };
    const late = new PodGarbageCollector(cached, api, options, clock, { warn: () => undefined });
    await expect(late.reconcile(PASS, signal)).rejects.toMatchObject({ reason: 'Conflict' });
    expect(find('a')).toBeDefined();
  });
});
