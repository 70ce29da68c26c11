import { FakeClock, formatTime } from '@orch/apimachinery';
import { builtinResources, type HasMetadata } from '@orch/client';
import { untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { controllersOnServer, type ControllersOnServer } from '../shared/controllers-on-server.fixture.js';
import { conditionOf, nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';
import { leases, type NodeLease } from './lease.js';

describe.each(VOCABULARY_NAMES)('nodes on a server, %s vocabulary', (name) => {
  let world: ControllersOnServer;
  const clock = new FakeClock(Date.now());
  beforeAll(async () => {
    world = await controllersOnServer(name);
    await world.run(['node-lifecycle'], clock, ['--node-eviction-rate=1']);
  });
  afterAll(() => world?.stop());

  const all = () => world.client.resource(nodes);
  const at = (nodeName: string) => ({ namespace: '', name: nodeName });
  const makeNode = (nodeName: string, labels: Record<string, string> = {}): Promise<Node> =>
    all().create({ apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName, labels } });
  const report = (nodeName: string, conditions: Record<string, string>): Promise<Node> => {
    const time = formatTime(clock.now());
    const status = Object.entries(conditions).map(([type, value]) => ({
      ...{ type, status: value, reason: 'Reported', message: '' },
      ...{ lastHeartbeatTime: time, lastTransitionTime: time },
    }));
    return all()
      .subresource('status')
      .patch<Node>(at(nodeName), 'strategic', { status: { conditions: status } });
  };
  const renew = async (nodeName: string): Promise<void> => {
    const key = { namespace: world.client.vocabulary.namespaces.nodeLease, name: nodeName };
    const spec = { holderIdentity: nodeName, leaseDurationSeconds: 40, renewTime: microTime(clock.now()) };
    const group = world.client.vocabulary.groups.coordination;
    const lease = { apiVersion: `${group}/v1`, kind: 'Lease', metadata: key, spec } as NodeLease;
    const client = world.client.resource(leases);
    if (!(await client.createIfAbsent(lease))) await client.patch(key, 'merge', { spec });
  };
  const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');
  const taints = (node: Node | undefined): string[] =>
    (node?.spec?.taints ?? []).map(({ key, effect }) => `${key.split('/')[1]}:${effect}`).sort();

  it('a silent node is Unknown, tainted, and loses its pods from services; a live one stays; both are well when it reports again', async () => {
    const { os } = world.client.vocabulary.labels;
    for (const nodeName of ['live', 'silent']) {
      await makeNode(nodeName, { [os]: 'linux' });
      await report(nodeName, { Ready: 'True', MemoryPressure: 'False' });
    }
    const accounts = world.client.resource<HasMetadata>(builtinResources.serviceAccounts);
    const account = { namespace: 'default', name: 'default' };
    await accounts.createIfAbsent({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: account });
    const key = { namespace: 'default', name: 'p' };
    const spec = { nodeName: 'silent', containers: [{ name: 'c', image: 'i' }] };
    const pod = await world.client.resource(pods).create({ apiVersion: 'v1', kind: 'Pod', metadata: key, spec } as Pod);
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    await world.client.resource(pods).updateStatus({ ...pod, status });
    const ready = async (nodeName: string) => conditionOf(await all().get(at(nodeName)), 'Ready')?.status;
    while ((await ready('silent')) === 'True') {
      await renew('live');
      clock.advance(5_000);
    }
    const marked = await untilObject(
      world.client.resource(pods),
      key,
      'readiness',
      (p) => p?.status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'False') === true,
    );
    expect(marked?.status?.phase).toBe('Running');
    while (taints(await all().get(at('silent'))).length < 2) {
      await renew('live');
      clock.advance(5_000);
    }
    const silent = await all().get(at('silent'));
    expect(taints(silent)).toEqual(['unreachable:NoExecute', 'unreachable:NoSchedule']);
    expect(silent.status!.conditions).toEqual(
      ['Ready', 'MemoryPressure']
        .map((type) =>
          expect.objectContaining({
            type,
            status: 'Unknown',
            reason: 'NodeStatusUnknown',
            message: 'Kubelet stopped posting node status.',
          }),
        )
        .concat(
          ['DiskPressure', 'PIDPressure'].map((type) =>
            expect.objectContaining({
              type,
              status: 'Unknown',
              reason: 'NodeStatusNeverUpdated',
              message: 'Kubelet never posted node status.',
            }),
          ),
        ),
    );
    expect(silent.metadata.labels).toMatchObject({ [os]: 'linux', [`beta.${os}`]: 'linux' });
    expect([await ready('live'), taints(await all().get(at('live')))]).toEqual(['True', []]);
    await report('silent', { Ready: 'True' });
    while (taints(await all().get(at('silent'))).length > 0) {
      await renew('live');
      clock.advance(5_000);
    }
  });

  it('pressure and cordon are taints', async () => {
    await makeNode('pressed');
    await report('pressed', { Ready: 'True', DiskPressure: 'True', PIDPressure: 'True', NetworkUnavailable: 'True' });
    await all().patch(at('pressed'), 'merge', { spec: { unschedulable: true } });
    const want = ['disk-pressure', 'network-unavailable', 'pid-pressure', 'unschedulable'].map(
      (key) => `${key}:NoSchedule`,
    );
    await untilObject(all(), at('pressed'), 'its taints', (node) => taints(node).join() === want.join());
    await report('pressed', { DiskPressure: 'False', PIDPressure: 'False', NetworkUnavailable: 'False' });
    await all().patch(at('pressed'), 'merge', { spec: { unschedulable: null } });
    await untilObject(all(), at('pressed'), 'their end', (node) => taints(node).length === 0);
  });

  it.each([
    'RegisteredNode: Node live event: Registered Node live in Controller',
    'NodeNotReady: Node silent status is now: NodeNotReady',
    'NodeNotReady: Node is not ready',
  ])('says in an event %j', (text) => world.untilEvent(text));
});
