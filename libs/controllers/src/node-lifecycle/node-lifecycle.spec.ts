import { ApiError, FakeClock, formatTime } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';
import { byNode, NODE_INDEX } from '../shared/pods-by-node.js';
import { nodeLifecycleFlags, nodeLifecycleSettings } from './flags.js';
import { NodeHealthReconciler } from './health-reconciler.js';
import { leases } from './lease.js';
import { NodeReconciler } from './node-reconciler.js';
import { PodsOfFailedNodesReconciler } from './pods-of-failed-nodes.js';

const vocabulary = vocabularies.orch;
const { nodeNotReady, nodeUnreachable } = vocabulary.taints;
const T0 = Date.UTC(2024, 0, 1);
const signal = new AbortController().signal;
const at = (name: string) => ({ namespace: '', name });

let api: InMemoryApi;
let clock: FakeClock;
let events: string[];
let warnings: string[];
const recorder = {
  record: ({ metadata }: Node, type: string, reason: string, message: string) =>
    void events.push(`${metadata.name} ${type} ${reason}: ${message}`),
};
beforeEach(() => {
  api = new InMemoryApi();
  clock = new FakeClock(T0);
  events = [];
  warnings = [];
});

const putNode = (
  name: string,
  ready: string | undefined,
  taints: object[] = [],
  labels: Record<string, string> = {},
): Node =>
  api.put(nodes, {
    metadata: { name, creationTimestamp: formatTime(T0), labels },
    spec: { taints },
    status: {
      conditions:
        ready === undefined ? [] : [{ type: 'Ready', status: ready, lastHeartbeatTime: formatTime(clock.now()) }],
    },
  } as Node);
const putPod = (name: string, node: string, ready: string): Pod =>
  api.put(pods, {
    metadata: { namespace: 'n', name },
    spec: { nodeName: node },
    status: {
      phase: 'Running',
      conditions: [
        { type: 'Ready', status: ready },
        { type: 'Initialized', status: 'True' },
      ],
    },
  });
const find = (name: string): Node => api.find(nodes, at(name))!;
const readiness = (name: string) =>
  api.find(pods, { namespace: 'n', name })!.status!.conditions!.find(({ type }) => type === 'Ready')!;
const evicting = (name: string): string[] =>
  (find(name).spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute').map(({ key }) => key);

describe('passes over all nodes', () => {
  const settings = {
    ...{ monitorPeriodMs: 5_000, monitorGraceMs: 50_000, startupGraceMs: 60_000, largeZoneNodes: 50 },
    ...{ evictionRate: 0.1, secondaryEvictionRate: 0.01, unhealthyShare: 0.55 },
  };
  let reconciler: NodeHealthReconciler;
  const pass = (): Promise<unknown> => reconciler.reconcile(at('nodes'), signal);
  /** Passes every 5 s, with reports of those that live before each. */
  async function passFor(seconds: number, live: readonly string[] = []): Promise<void> {
    for (let left = seconds; left > 0; left -= 5) {
      clock.advance(5_000);
      for (const name of live) report(name, 'True');
      await pass();
    }
  }
  function report(name: string, status: string): void {
    const { metadata, spec } = find(name);
    const conditions = [{ type: 'Ready', status, lastHeartbeatTime: formatTime(clock.now()) }];
    api.put(nodes, { metadata, ...(spec ? { spec } : {}), status: { conditions } });
  }
  beforeEach(() => {
    const cached = { nodes: api.lister(nodes), pods: api.lister(pods, byNode), leases: api.lister(leases) };
    const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    reconciler = new NodeHealthReconciler(cached, api, settings, vocabulary, recorder, clock, logger);
  });

  it('the index of pods is the one of their nodes', () => {
    putPod('p', 'a', 'True');
    expect(api.lister(pods, byNode).byIndex(NODE_INDEX, 'a')).toHaveLength(1);
  });
  it('a healthy node costs no request', async () => {
    putNode('a', 'True');
    expect(await pass()).toEqual({ requeueAfterMs: 5_000 });
    await passFor(300, ['a']);
    expect(api.writes).toEqual([]);
    expect(events).toEqual(['a Normal RegisteredNode: Node a event: Registered Node a in Controller']);
  });
  it('a wake between two passes makes none', async () => {
    await pass();
    putNode('a', 'True');
    clock.advance(4_000);
    expect(await pass()).toEqual({ requeueAfterMs: 1_000 });
    expect(events).toEqual([]);
  });
  it('a silent node becomes Unknown, its pods not ready, and it is tainted', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    putPod('on-a', 'a', 'True');
    putPod('on-b', 'b', 'True');
    await pass();
    await passFor(50, ['b']);
    expect(api.writes).toEqual([]);
    await passFor(5, ['b']);
    expect(api.writes).toEqual(['update nodes/status a', 'update pods/status n/on-a']);
    expect(find('a').status!.conditions![0]).toMatchObject({ status: 'Unknown', reason: 'NodeStatusUnknown' });
    expect(readiness('on-a')).toEqual({ type: 'Ready', status: 'False', lastTransitionTime: '2024-01-01T00:00:55Z' });
    expect(readiness('on-b').status).toBe('True');
    expect(events.slice(2)).toEqual([
      'a Normal NodeNotReady: Node a status is now: NodeNotReady',
      'on-a Warning NodeNotReady: Node is not ready',
    ]);
    await passFor(5, ['b']);
    expect(find('a').spec!.taints).toEqual([
      { key: nodeUnreachable, effect: 'NoExecute', timeAdded: '2024-01-01T00:01:00Z' },
    ]);
    const writes = api.writes.length;
    await passFor(60, ['b']);
    expect(api.writes).toHaveLength(writes);
    await passFor(5, ['a', 'b']);
    expect(evicting('a')).toEqual([]);
  });
  it.each([120_000, -3_600_000])('a clock that is set by %d ms makes no node silent, and hides none', async (ms) => {
    putNode('a', 'True');
    await pass();
    await passFor(10, ['a']);
    clock.advance(ms);
    await pass();
    expect(api.writes).toEqual([]);
    await passFor(50);
    expect(api.writes).toEqual([]);
    await passFor(5);
    expect(find('a').status!.conditions![0]).toMatchObject({ type: 'Ready', status: 'Unknown' });
  });
  it('the Lease of a node keeps it', async () => {
    const key = { namespace: vocabulary.namespaces.nodeLease, name: 'a' };
    putNode('a', 'True');
    for (let at = 0; at < 200; at += 5) {
      api.put(leases, { metadata: key, spec: { renewTime: new Date(clock.now()).toISOString() } });
      await passFor(5);
    }
    expect(api.writes).toEqual([]);
  });
  it('a node that says that it is not ready is tainted; its taint follows its state', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    putPod('on-a', 'a', 'True');
    await pass();
    report('a', 'False');
    await passFor(5, ['b']);
    expect(evicting('a')).toEqual([nodeNotReady]);
    // Its agent lives, and marks its pods itself.
    expect(readiness('on-a').status).toBe('True');
    await passFor(60, ['b']);
    expect(evicting('a')).toEqual([nodeUnreachable]);
  });
  it('of several failed nodes one in ten seconds is tainted', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names) putNode(name, 'True');
    for (const name of ['w', 'x', 'y', 'z']) putNode(name, 'True');
    await pass();
    const live = ['w', 'x', 'y', 'z'];
    const tainted = (): number => names.filter((name) => evicting(name).length > 0).length;
    for (const name of names) report(name, 'False');
    const seen: number[] = [];
    for (let i = 0; i < 5; i++) {
      await passFor(5, live);
      seen.push(tainted());
    }
    expect(seen).toEqual([1, 1, 2, 2, 3]);
  });
  it('a waiting node is tainted between two passes', async () => {
    for (const name of ['a', 'b', 'x', 'y', 'z']) putNode(name, 'True');
    await pass();
    for (const name of ['a', 'b']) report(name, 'False');
    clock.advance(5_500);
    for (const name of ['x', 'y', 'z']) report(name, 'True');
    await pass();
    clock.advance(5_500);
    expect(await pass()).toEqual({ requeueAfterMs: 4_500 });
    expect([...evicting('a'), ...evicting('b')]).toHaveLength(1);
    clock.advance(4_500);
    await pass();
    expect([...evicting('a'), ...evicting('b')]).toHaveLength(2);
  });
  it('in a small zone where most have failed none is tainted', async () => {
    const failed = ['a', 'b', 'c'];
    for (const name of [...failed, 'x']) putNode(name, 'True');
    await pass();
    for (const name of failed) report(name, 'False');
    await passFor(60, ['x']);
    expect(failed.flatMap(evicting)).toEqual([]);
  });
  it('when no node is ready any more taints are taken away; they come again with one that is', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    await pass();
    report('a', 'False');
    await passFor(10, ['b']);
    expect(evicting('a')).toEqual([nodeNotReady]);
    report('a', 'False');
    report('b', 'False');
    await passFor(5);
    expect([...evicting('a'), ...evicting('b')]).toEqual([]);
    await passFor(30);
    expect([...evicting('a'), ...evicting('b')]).toEqual([]);
    await passFor(30, ['b']);
    expect(evicting('a')).toHaveLength(1);
  });
  it('nodes that never report are Unknown and not tainted when there are no others', async () => {
    for (const name of ['a', 'b']) putNode(name, undefined);
    await passFor(300);
    for (const name of ['a', 'b']) {
      expect(find(name).status!.conditions!.map(({ status }) => status)).toEqual(Array(4).fill('Unknown'));
      expect(evicting(name)).toEqual([]);
    }
  });
  it('one that does not count keeps no zone alive', async () => {
    putNode('a', 'True', [], { [vocabulary.labels.excludeDisruption]: '' });
    putNode('b', 'False');
    await pass();
    await passFor(30, ['a']);
    expect(evicting('b')).toEqual([]);
  });
  it('a pod that could not be marked is marked in the next pass', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    for (const name of ['p', 'q']) putPod(name, 'a', 'True');
    await pass();
    api.failNext('update', pods, ApiError.conflict({ group: '', resource: 'pods' }, 'changed'));
    // The failure comes after the status of the node was written.
    await passFor(55, ['b']);
    expect(['p', 'q'].map((name) => readiness(name).status)).toEqual(['True', 'False']);
    expect(warnings).toEqual(['could not mark a pod of a failed node']);
    await passFor(5, ['b']);
    expect(readiness('p').status).toBe('False');
    expect(events.filter((text) => text.startsWith('a Normal NodeNotReady'))).toHaveLength(1);
  });
  it('a failure for one node is tried again, and touches no other', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    putNode('c', 'True');
    await pass();
    api.failNext('update', nodes, ApiError.conflict({ group: '', resource: 'nodes' }, 'changed'));
    await passFor(55, ['c']);
    expect(['a', 'b'].map((name) => find(name).status!.conditions![0]!.status)).toEqual(['True', 'Unknown']);
    await passFor(5, ['c']);
    expect(find('a').status!.conditions![0]!.status).toBe('Unknown');
  });
  it('a change of the node meanwhile does not lose the taint', async () => {
    for (const name of ['a', 'b']) putNode(name, 'True');
    await pass();
    report('a', 'False');
    api.failNext('update', nodes, ApiError.conflict({ group: '', resource: 'nodes' }, 'changed'));
    await passFor(5, ['b']);
    expect(evicting('a')).toEqual([nodeNotReady]);
  });
  it('a node that is there at the start, or new, loses the taints that evict', async () => {
    putNode('a', 'True', [
      { key: nodeUnreachable, effect: 'NoExecute' },
      { key: nodeNotReady, effect: 'NoSchedule' },
    ]);
    await pass();
    expect(find('a').spec!.taints).toEqual([{ key: nodeNotReady, effect: 'NoSchedule' }]);
  });
  it('says when a node is gone; another one of its name is new', async () => {
    putNode('a', 'True');
    await pass();
    api.remove(nodes, at('a'));
    await passFor(5);
    clock.advance(100_000);
    putNode('a', 'True');
    await passFor(5);
    expect(events.map((text) => text.split(' ')[2])).toEqual(['RegisteredNode:', 'RemovingNode:', 'RegisteredNode:']);
    expect(events[1]).toBe('a Normal RemovingNode: Node a event: Removing Node a from Controller');
    expect(api.writes).toEqual([]);
  });
});

describe('one node', () => {
  const reconcile = (name: string) =>
    new NodeReconciler(api.lister(nodes), api.resource(nodes), vocabulary, clock).reconcile(at(name), signal);
  it('is tainted as its conditions say, and gets old names of labels', async () => {
    putNode('a', 'Unknown', [{ key: nodeNotReady, effect: 'NoSchedule' }], { [vocabulary.labels.os]: 'linux' });
    await reconcile('a');
    expect(find('a').spec!.taints).toMatchObject([{ key: nodeUnreachable, effect: 'NoSchedule' }]);
    expect(find('a').metadata.labels).toEqual({ [vocabulary.labels.os]: 'linux', 'beta.orch.io/os': 'linux' });
    const writes = api.writes.length;
    await reconcile('a');
    expect(api.writes).toHaveLength(writes);
  });
  it('loses the last taint, and may be gone', async () => {
    putNode('a', 'True', [{ key: nodeNotReady, effect: 'NoSchedule' }]);
    await reconcile('a');
    expect(find('a').spec).toEqual({});
    await reconcile('gone');
    expect(api.writes).toHaveLength(1);
  });
});

describe('a pod that comes to a node', () => {
  const reconcile = (name: string) =>
    new PodsOfFailedNodesReconciler(api.lister(pods), api.lister(nodes), api.resource(pods), recorder, clock).reconcile(
      { namespace: 'n', name },
      signal,
    );
  it('that has failed is not ready; of a ready, new or missing one it stays as it is', async () => {
    putNode('failed', 'Unknown');
    putNode('good', 'True');
    putNode('new', undefined);
    for (const node of ['failed', 'good', 'new', 'missing']) {
      putPod(`on-${node}`, node, 'True');
      await reconcile(`on-${node}`);
    }
    expect(api.writes).toEqual(['update pods/status n/on-failed']);
    expect(readiness('on-failed').status).toBe('False');
    await reconcile('on-failed');
    await reconcile('gone');
    expect(events).toEqual(['on-failed Warning NodeNotReady: Node is not ready']);
  });
});

describe('flags', () => {
  const given = Object.fromEntries(nodeLifecycleFlags.flags.map((flag) => [flag.name, flag.default]));
  const settings = (more: object) => nodeLifecycleSettings({ ...given, ...more } as never);
  it('are those of kube-controller-manager', () =>
    expect(settings({})).toMatchObject({
      evictionRate: 0.1,
      secondaryEvictionRate: 0.01,
      largeZoneNodes: 50,
      unhealthyShare: 0.55,
    }));
  it.each(['', 'fast', '-1', 'Infinity'])('a rate of %j is refused', (text) =>
    expect(() => settings({ 'node-eviction-rate': text })).toThrow('flag --node-eviction-rate'),
  );
});
