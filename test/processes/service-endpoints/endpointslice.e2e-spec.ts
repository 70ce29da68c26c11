import { runOrch, startControlPlane, type OrchProcess, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { endpointsOf, readyAddresses, ServiceWorld, type Slice } from './service-world.js';

const MANY = 250;
const addressOf = (n: number): string => `10.2.${n >> 8}.${n & 255}`;
const hasReady =
  (...ips: string[]) =>
  (slices: readonly Slice[]): boolean =>
    readyAddresses(slices).join() === ips.toSorted().join();

describe.each(VOCABULARY_NAMES)('EndpointSlices of services in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let world: ServiceWorld;
  let controller: OrchProcess | undefined;
  const start = async (): Promise<void> => {
    controller = runOrch(['endpointslice', `--data-dir=${plane.dataDir}`, `--vocabulary=${name}`]);
    await controller.line((line) => line === 'synced');
  };

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, command: 'apiserver' });
    world = new ServiceWorld(plane, 'web');
    await world.begin();
    await world.node('node-1', 'z1');
    await start();
  });
  afterAll(async () => {
    await controller?.stop();
    await plane?.stop();
  });

  it('follow the pods that a service selects, and their state', async () => {
    const { labels, annotations, groups } = plane.vocabulary;
    const made = await world.service('a', {}, { labels: { team: 'x' } });
    const [empty] = await world.untilSlices('a', 'an empty slice', ({ length }) => length === 1);
    expect(empty).toMatchObject({
      apiVersion: `${groups.discovery}/v1`,
      addressType: 'IPv4',
      endpoints: null,
      ports: null,
      metadata: {
        labels: { team: 'x', [labels.serviceName]: 'a' },
        annotations: { [annotations.lastChangeTriggerTime]: made.metadata.creationTimestamp },
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'Service',
            name: 'a',
            uid: made.metadata.uid,
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
    });
    expect(empty!.metadata.name).toMatch(/^a-[a-z0-9]{5}$/);
    await world.pod('a1', 'a', { ip: '10.1.0.1' });
    await world.pod('a2', 'a', { ip: '10.1.0.2', ready: false });
    const both = (slices: readonly Slice[]) => endpointsOf(slices).length === 2;
    const [filled] = await world.untilSlices('a', 'two endpoints', both);
    expect(filled!.metadata.uid).toBe(empty!.metadata.uid);
    expect(filled).toMatchObject({
      endpoints: [
        {
          addresses: ['10.1.0.1'],
          conditions: { ready: true, serving: true, terminating: false },
          targetRef: { kind: 'Pod', namespace: 'web', name: 'a1' },
          nodeName: 'node-1',
          zone: 'z1',
        },
        { addresses: ['10.1.0.2'], conditions: { ready: false, serving: false, terminating: false } },
      ],
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
    });
    await world.state('a2', { ready: true });
    await world.untilSlices('a', 'both ready', hasReady('10.1.0.1', '10.1.0.2'));
    await world.pods().delete(world.at('a1'), { gracePeriodSeconds: 30 });
    const isTerminating = (slices: readonly Slice[]) =>
      endpointsOf(slices).some(({ conditions }) => conditions.terminating);
    const [ending] = await world.untilSlices('a', 'a terminating endpoint', isTerminating);
    expect(ending!.endpoints![0]!.conditions).toEqual({ ready: false, serving: true, terminating: true });
    await world.pods().delete(world.at('a1'), { gracePeriodSeconds: 0 });
    await world.untilSlices('a', 'one endpoint', hasReady('10.1.0.2'));
    await world.services().patch(world.at('a'), 'merge', { metadata: { labels: { team: 'y' } } });
    await world.untilSlices('a', 'the new label', ([slice]) => slice?.metadata.labels?.['team'] === 'y');
  });

  it('hold at most 100 endpoints each, and one change of a pod is one write', async () => {
    await world.service('many');
    await Promise.all(Array.from({ length: MANY }, (_, n) => world.pod(`many-${n}`, 'many', { ip: addressOf(n) })));
    const all = Array.from({ length: MANY }, (_, n) => addressOf(n));
    const slices = await world.untilSlices('many', 'all endpoints', hasReady(...all));
    expect(slices.every(({ endpoints }) => endpoints!.length <= 100)).toBe(true);
    expect(slices.length).toBeLessThanOrEqual(4);
    const versions = (of: readonly Slice[]) =>
      new Map(of.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
    await world.state('many-7', { ready: false });
    const after = await world.untilSlices('many', 'one less', hasReady(...all.filter((ip) => ip !== addressOf(7))));
    const before = versions(slices);
    expect([...versions(after)].filter(([of, version]) => before.get(of) !== version)).toHaveLength(1);
    await controller!.stop();
    await world.state('many-7', { ready: true });
    await world.state('many-8', { ready: false });
    await start();
    const again = await world.untilSlices('many', 'the changes', hasReady(...all.filter((ip) => ip !== addressOf(8))));
    expect(again.map(({ metadata }) => metadata.name!).toSorted()).toEqual(after.map(({ metadata }) => metadata.name!).toSorted()); // prettier-ignore
  });

  it('pods of a node that does not exist yet follow when it does; its zone is a hint where close ones are preferred', async () => {
    await world.service('far', { trafficDistribution: 'PreferClose' });
    await world.pod('far-1', 'far', { ip: '10.3.0.1' }, { nodeName: 'node-2' });
    await world.pod('far-2', 'far', { ip: '10.3.0.2' });
    await world.untilSlices('far', 'the pod with a node', hasReady('10.3.0.2'));
    await world.node('node-2', 'z2');
    const [slice] = await world.untilSlices('far', 'both', hasReady('10.3.0.1', '10.3.0.2'));
    const zones = slice!.endpoints!.map(({ zone, hints }) => ({ zone, hints }));
    expect(zones.toSorted((a, b) => (a.zone! < b.zone! ? -1 : 1))).toEqual(
      ['z1', 'z2'].map((zone) => ({ zone, hints: { forZones: [{ name: zone }] } })),
    );
    await world.nodes().patch('node-2', 'merge', { metadata: { labels: { [plane.vocabulary.labels.zone]: 'z3' } } });
    await world.untilSlices('far', 'the new zone', (all) => endpointsOf(all).some(({ zone }) => zone === 'z3'));
  });

  it('are restored when they are deleted or changed; those of others stay', async () => {
    const { labels, groups } = plane.vocabulary;
    await world.slices().create({
      apiVersion: `${groups.discovery}/v1`,
      kind: 'EndpointSlice',
      metadata: { ...world.at('own'), labels: { [labels.serviceName]: 'kept', [labels.sliceManager.label]: 'me' } },
      addressType: 'IPv4',
      endpoints: [],
      ports: [],
    });
    await world.service('kept');
    await world.pod('kept-1', 'kept', { ip: '10.4.0.1' });
    const [first] = await world.untilSlices('kept', 'a slice', hasReady('10.4.0.1'));
    await world.slices().patch(world.at(first!.metadata.name!), 'merge', { endpoints: [] });
    await world.untilSlices('kept', 'the endpoint', hasReady('10.4.0.1'));
    await world.slices().delete(world.at(first!.metadata.name!));
    const isNew = (slices: readonly Slice[]) =>
      hasReady('10.4.0.1')(slices) && slices[0]!.metadata.uid !== first!.metadata.uid;
    await world.untilSlices('kept', 'another slice', isNew);
    expect((await world.slices().get(world.at('own'))).endpoints).toBeNull();
  });

  it('those of the API server are not touched', async () => {
    const { apiServerService, labels } = plane.vocabulary;
    const own = await world.slices().get({ namespace: 'default', name: apiServerService });
    expect(own.metadata.labels).toEqual({ [labels.serviceName]: apiServerService });
  });
});
