import type { Endpoints } from '@orch/api';
import { runOrch, startControlPlane, untilGone, type OrchProcess, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ServiceWorld } from './service-world.js';

describe.each(VOCABULARY_NAMES)('Endpoints of services in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let world: ServiceWorld;
  let controller: OrchProcess | undefined;
  const start = async (): Promise<void> => {
    controller = runOrch(['endpoints', `--data-dir=${plane.dataDir}`, `--vocabulary=${name}`]);
    await controller.line((line) => line === 'synced');
  };

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, command: 'apiserver' });
    world = new ServiceWorld(plane, 'web');
    await world.begin();
    await start();
  });
  afterAll(async () => {
    await controller?.stop();
    await plane?.stop();
  });

  it('follow the pods that a service selects, and their readiness', async () => {
    const { labels, annotations } = plane.vocabulary;
    const made = await world.service('a', {}, { labels: { team: 'x' } });
    const empty = await world.untilEndpoints('a', []);
    expect(empty!.metadata).toMatchObject({
      labels: { team: 'x', [labels.endpointsManager.label]: 'endpoint-controller' },
      annotations: { [annotations.lastChangeTriggerTime]: made.metadata.creationTimestamp },
    });
    expect(empty!.metadata.ownerReferences).toBeUndefined();
    await world.pod('a1', 'a', { ip: '10.1.0.1' });
    await world.pod('a2', 'a', { ip: '10.1.0.2', ready: false });
    const two = await world.untilEndpoints('a', ['10.1.0.1'], ['10.1.0.2']);
    const { uid } = (await world.pods().get(world.at('a1'))).metadata;
    expect(two!.subsets![0]).toMatchObject({
      addresses: [
        { ip: '10.1.0.1', nodeName: 'node-1', targetRef: { kind: 'Pod', namespace: 'web', name: 'a1', uid } },
      ],
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
    });
    await world.state('a2', { ready: true });
    await world.untilEndpoints('a', ['10.1.0.1', '10.1.0.2']);
    await world.pods().delete(world.at('a1'), { gracePeriodSeconds: 0 });
    await world.untilEndpoints('a', ['10.1.0.2']);
    await world.services().patch(world.at('a'), 'merge', { spec: { selector: { app: 'nothing' } } });
    await world.untilEndpoints('a', []);
  });

  it('a headless service publishes host names, and pods that are not ready when it says so', async () => {
    await world.service('b', { clusterIP: 'None', ports: [], publishNotReadyAddresses: true });
    await world.pod('b1', 'b', { ip: '10.1.1.1', ready: false }, { hostname: 'one', subdomain: 'b' });
    const object = await world.untilEndpoints('b', ['10.1.1.1']);
    expect(object!.subsets).toEqual([{ addresses: [expect.objectContaining({ hostname: 'one' })] }]);
    expect(object!.metadata.labels).toHaveProperty([plane.vocabulary.labels.headless], '');
  });

  it('of a user stay, with and without a service, until the service is deleted', async () => {
    const own = (service: string) =>
      world.endpoints().create({
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: world.at(service),
        subsets: [{ addresses: [{ ip: '192.0.2.1' }] }],
      } as Endpoints);
    await own('own');
    await own('alone');
    await world.service('own', { selector: undefined });
    await world.service('later');
    await world.untilEndpoints('later', []); // changed later, done before: the others were looked at
    for (const each of ['own', 'alone'])
      expect((await world.endpoints().get(world.at(each))).subsets).toMatchObject([
        { addresses: [{ ip: '192.0.2.1' }] },
      ]);
    await world.services().delete(world.at('own'));
    await untilGone(world.endpoints(), world.at('own'));
    await world.services().delete(world.at('later'));
    await untilGone(world.endpoints(), world.at('later'));
    expect(await world.endpoints().find(world.at('alone'))).toBeDefined();
  });

  it('are restored when they are deleted or changed', async () => {
    await world.service('c');
    await world.pod('c1', 'c', { ip: '10.1.2.1' });
    await world.untilEndpoints('c', ['10.1.2.1']);
    await world.endpoints().delete(world.at('c'));
    await world.untilEndpoints('c', ['10.1.2.1']);
    await world.endpoints().patch(world.at('c'), 'merge', { subsets: [] });
    await world.untilEndpoints('c', ['10.1.2.1']);
  });

  it('changes while no controller runs are made up for, and what is right is not written again', async () => {
    await world.service('d');
    await world.service('e');
    await world.pod('d1', 'd', { ip: '10.1.3.1' });
    const right = await world.untilEndpoints('d', ['10.1.3.1']);
    await world.untilEndpoints('e', []);
    await controller!.stop();
    await world.services().delete(world.at('e'));
    await world.service('f');
    await world.pod('f1', 'f', { ip: '10.1.3.2' });
    await start();
    await world.untilEndpoints('f', ['10.1.3.2']);
    await untilGone(world.endpoints(), world.at('e'));
    expect((await world.endpoints().get(world.at('d'))).metadata.resourceVersion).toBe(right!.metadata.resourceVersion);
  });

  it('of the API server are not touched', async () => {
    const { apiServerService, labels } = plane.vocabulary;
    const own = await world.endpoints().get({ namespace: 'default', name: apiServerService });
    expect(own.metadata.labels).toEqual({ [labels.skipMirror]: 'true' });
  });
});
