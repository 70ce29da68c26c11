import { FakeClock, formatTime } from '@orch/apimachinery';
import { builtinResources, type HasMetadata } from '@orch/client';
import { untilGone, untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { controllersOnServer, type ControllersOnServer } from '../shared/controllers-on-server.fixture.js';
import { nodes, type Node, type Taint } from '../shared/node.js';
import { pods, type Pod, type Toleration } from '../shared/pod.js';

describe.each(VOCABULARY_NAMES)('pods on tainted nodes, %s vocabulary', (name) => {
  let world: ControllersOnServer;
  const clock = new FakeClock(Date.now());
  beforeAll(async () => {
    world = await controllersOnServer(name);
    const accounts = world.client.resource<HasMetadata>(builtinResources.serviceAccounts);
    await accounts.createIfAbsent({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: keyOf('default') });
    await world.run(['taint-eviction', 'node-lifecycle'], clock);
  });
  afterAll(() => world?.stop());

  const keyOf = (podName: string) => ({ namespace: 'default', name: podName });
  const at = (nodeName: string) => ({ namespace: '', name: nodeName });
  const allPods = () => world.client.resource(pods);
  const allNodes = () => world.client.resource(nodes);
  const makePod = (podName: string, nodeName: string, tolerations: Toleration[] = []): Promise<Pod> =>
    allPods().create({
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: { ...keyOf(podName), finalizers: ['example.com/held'] },
      spec: { nodeName, tolerations, terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'i' }] },
    } as Pod);
  const makeNode = async (nodeName: string): Promise<void> => {
    await allNodes().create({ apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } });
    await report(nodeName);
  };
  const report = (nodeName: string): Promise<Node> => {
    const ready = { type: 'Ready', status: 'True', reason: 'Reported', lastHeartbeatTime: formatTime(clock.now()) };
    return allNodes()
      .subresource('status')
      .patch<Node>(at(nodeName), 'strategic', { status: { conditions: [ready] } });
  };
  const setTaints = (nodeName: string, taints: Taint[]) =>
    allNodes().patch(at(nodeName), 'merge', { spec: { taints } });
  const going = (pod: Pod | undefined): boolean => pod?.metadata.deletionTimestamp !== undefined;
  const release = async (podName: string): Promise<void> => {
    await allPods().patch(keyOf(podName), 'merge', { metadata: { finalizers: null } });
    await untilGone(allPods(), keyOf(podName));
  };
  const off: Taint = { key: 'example.com/off', effect: 'NoExecute' };

  it('those that do not tolerate the taint go at once, others after their time or never', async () => {
    await makeNode('a');
    await makePod('intolerant', 'a');
    await makePod('for-ever', 'a', [{ key: off.key, operator: 'Exists' }]);
    await makePod('patient', 'a', [{ key: off.key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 100 }]);
    await setTaints('a', [off]);
    const marked = await untilObject(allPods(), keyOf('intolerant'), 'its deletion', going);
    expect(marked!.status!.conditions).toContainEqual(
      expect.objectContaining({
        ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager' },
        message: 'Taint manager: deleting due to NoExecute taint',
      }),
    );
    clock.advance(90_000);
    expect(going(await allPods().get(keyOf('patient')))).toBe(false);
    clock.advance(100_000);
    await untilObject(allPods(), keyOf('patient'), 'its deletion', going);
    expect(going(await allPods().get(keyOf('for-ever')))).toBe(false);
    for (const podName of ['intolerant', 'patient']) await release(podName);
    await makePod('late', 'a');
    await untilObject(allPods(), keyOf('late'), 'its deletion', going);
    await release('late');
  });

  it('those of a silent node go when the default tolerations end, those of a live one stay', async () => {
    for (const nodeName of ['live', 'silent']) await makeNode(nodeName);
    for (const nodeName of ['live', 'silent']) await makePod(`on-${nodeName}`, nodeName);
    const start = clock.now();
    while (!going(await allPods().get(keyOf('on-silent')))) {
      await report('live');
      clock.advance(5_000);
    }
    // The grace period of the node, then 300 s.
    expect(clock.now() - start).toBeGreaterThan(350_000);
    expect(going(await allPods().get(keyOf('on-live')))).toBe(false);
    await release('on-silent');
  });

  it('says in events what it does', () =>
    world.untilEvent('TaintManagerEviction: Marking for deletion Pod default/on-silent'));
});
