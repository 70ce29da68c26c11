import { FakeClock } from '@orch/apimachinery';
import { untilGone, untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { controllersOnServer, type ControllersOnServer } from '../shared/controllers-on-server.fixture.js';
import { nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';

describe.each(VOCABULARY_NAMES)('pods that no node agent deletes, %s vocabulary', (name) => {
  let world: ControllersOnServer;
  const clock = new FakeClock(Date.now());
  beforeAll(async () => {
    world = await controllersOnServer(name);
    await world.run(['pod-garbage-collector'], clock, ['--terminated-pod-gc-threshold=2']);
    await world.client
      .resource({
        groupName: 'core',
        version: 'v1',
        resource: 'serviceaccounts',
        kind: 'ServiceAccount',
        namespaced: true,
      })
      .createIfAbsent({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: keyOf('default') });
  });
  afterAll(() => world?.stop());

  const keyOf = (podName: string) => ({ namespace: 'default', name: podName });
  const all = () => world.client.resource(pods);
  const makePod = (podName: string, nodeName?: string, finalizers: string[] = []): Promise<Pod> =>
    all().create({
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: { ...keyOf(podName), finalizers },
      spec: { containers: [{ name: 'c', image: 'i' }], ...(nodeName === undefined ? {} : { nodeName }) },
    } as Pod);
  const makeNode = (nodeName: string, taint?: string): Promise<Node> =>
    world.client.resource(nodes).create({
      ...{ apiVersion: 'v1', kind: 'Node' },
      metadata: { name: nodeName },
      spec: taint === undefined ? {} : { taints: [{ key: taint, effect: 'NoExecute' }] },
    });
  const going = (pod: Pod | undefined): boolean => pod?.metadata.deletionTimestamp !== undefined;

  it('one of a missing node is marked, then deleted, after the quarantine; one of a node that is there stays', async () => {
    await makeNode('there');
    await makePod('kept', 'there');
    await makePod('orphan', 'never-there', ['example.com/held']);
    // The collector has seen the pods before: it handles this one at once.
    await makePod('first', undefined, ['example.com/held']);
    await all().delete(keyOf('first'));
    await untilObject(all(), keyOf('first'), 'its end', (pod) => pod?.status?.phase === 'Failed');
    clock.advance(39_000);
    expect(going(await all().find(keyOf('orphan')))).toBe(false);
    while (!going(await all().find(keyOf('orphan')))) clock.advance(20_000);
    expect((await all().get(keyOf('orphan'))).status).toMatchObject({
      phase: 'Failed',
      conditions: expect.arrayContaining([
        expect.objectContaining({
          ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' },
          message: 'PodGC: node no longer exists',
        }),
      ]),
    });
    for (const podName of ['orphan', 'first']) {
      await all().patch(keyOf(podName), 'merge', { metadata: { finalizers: null } });
      await untilGone(all(), keyOf(podName));
    }
    expect(going(await all().get(keyOf('kept')))).toBe(false);
  });

  it('one that is being deleted on a node out of service goes', async () => {
    await makeNode('off', world.client.vocabulary.taints.outOfService);
    await world.client.resource(nodes).patch({ namespace: '', name: 'off' }, 'merge', {
      spec: { taints: [{ key: world.client.vocabulary.taints.outOfService, effect: 'NoExecute' }] },
    });
    await makePod('on-off', 'off');
    await all().delete(keyOf('on-off'));
    expect(going(await all().get(keyOf('on-off')))).toBe(true);
    while (await all().find(keyOf('on-off'))) clock.advance(20_000);
  });

  it('the oldest terminated ones beyond the threshold go', async () => {
    const names = ['t1', 't2', 't3', 't4'];
    for (const podName of names) {
      const pod = await makePod(podName, 'there');
      await all().updateStatus({
        ...pod,
        status: {
          phase: podName === 't4' ? 'Failed' : 'Succeeded',
          ...(podName === 't4' ? { reason: 'Evicted' } : {}),
        },
      });
    }
    while (await all().find(keyOf('t1'))) clock.advance(20_000);
    await untilGone(all(), keyOf('t4'));
    for (const podName of ['t2', 't3']) expect(await all().find(keyOf(podName))).toBeDefined();
  });
});
