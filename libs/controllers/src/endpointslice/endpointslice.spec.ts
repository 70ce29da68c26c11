import { atOnce, FakeClock } from '@orch/apimachinery';
import { keyText, type HasMetadata } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { TerminalError } from '@orch/controller-kit';
import { builtinResources } from '@orch/client';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { CREATED, pod, READY_SINCE, reference, service } from '../shared/service-endpoints/objects.fixture.js';
import { pods, type Pod } from '../shared/service-endpoints/pod.js';
import { services, type Service } from '../shared/service-endpoints/service.js';
import { endpointSlices, type Endpoint, type EndpointSlice } from '../shared/service-endpoints/slice.js';
import { packEndpoints } from './pack-endpoints.js';
import { planSlices, type SlicesInput } from './plan.js';
import { EndpointSliceReconciler } from './reconciler.js';

const vocabulary = vocabularies.kubernetes;
const OWN = {
  'kubernetes.io/service-name': 'web',
  'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
};
const node = (name: string, zone?: string): HasMetadata => ({
  metadata: { name, ...(zone ? { labels: { 'topology.kubernetes.io/zone': zone } } : {}) },
});
const plan = (
  of: Service,
  selected: readonly Pod[],
  slices: readonly EndpointSlice[] = [],
  more: Partial<SlicesInput> = {},
) =>
  atOnce(
    planSlices({ service: of, pods: selected, slices, nodeOf: node, triggerTime: undefined, ...more }, vocabulary),
  );
const http = [{ name: 'http', port: 8080, protocol: 'TCP' }];
const endpoint = (name: string, ip: string, more: object = {}): Endpoint => ({
  addresses: [ip],
  conditions: { ready: true, serving: true, terminating: false },
  targetRef: reference(name),
  nodeName: 'node-1',
  ...more,
});
/** As the server stores a planned slice. */
const stored = (slice: EndpointSlice, name = 'web-1'): EndpointSlice => ({
  ...slice,
  metadata: { name, uid: `u-${name}`, resourceVersion: '1', generation: 1, ...slice.metadata },
});
const NOTHING = { create: [], update: [], remove: [], skipped: [] };

describe('plan of endpoints', () => {
  const deletionTimestamp = CREATED;
  const rows: [name: string, service: Service, pods: Pod[], want: Endpoint[]][] = [
    ['a ready pod', service(), [pod('a')], [endpoint('a', '10.1.0.1')]],
    ['a pod that is not ready', service(), [pod('a', { ready: false })], [endpoint('a', '10.1.0.1', { conditions: { ready: false, serving: false, terminating: false } })]], // prettier-ignore
    ['a terminating pod that serves', service(), [pod('a', { metadata: { deletionTimestamp } })], [endpoint('a', '10.1.0.1', { conditions: { ready: false, serving: true, terminating: true } })]], // prettier-ignore
    [
      'pods that are published whatever their state',
      service({ publishNotReadyAddresses: true }),
      [pod('a', { ready: false }), pod('b', { ips: ['10.1.0.2'], metadata: { deletionTimestamp } })],
      [
        endpoint('a', '10.1.0.1', { conditions: { ready: true, serving: false, terminating: false } }),
        endpoint('b', '10.1.0.2', { conditions: { ready: true, serving: true, terminating: true } }),
      ],
    ],
    [
      'a pod that ended, and one without an address',
      service(),
      [pod('a', { phase: 'Succeeded' }), pod('b', { ips: [] })],
      [],
    ],
    ['a pod of the other family', service(), [pod('a', { ips: ['fd00::1'] })], []],
    ['a host name', service(), [pod('a', { spec: { hostname: 'h', subdomain: 'web' } })], [endpoint('a', '10.1.0.1', { hostname: 'h' })]], // prettier-ignore
  ];
  for (const [name, of, selected, want] of rows)
    it(name, () => {
      const { create, ...rest } = plan(of, selected);
      expect(create.flatMap((slice) => slice.endpoints)).toEqual(want);
      expect(rest).toEqual({ update: [], remove: [], skipped: [] });
      expect(
        plan(
          of,
          selected,
          create.map((slice) => stored(slice)),
        ),
      ).toEqual(NOTHING);
    });

  it('without a node a pod is left out, unless it is published whatever its state', () => {
    const nodeOf = () => undefined;
    const skipped = plan(service(), [pod('a')], [], { nodeOf });
    expect(skipped.skipped).toEqual([pod('a')]);
    expect(skipped.create.map(({ endpoints }) => endpoints)).toEqual([[]]);
    const published = plan(service({ publishNotReadyAddresses: true }), [pod('a')], [], { nodeOf });
    expect(published.skipped).toEqual([]);
    expect(published.create[0]!.endpoints).toEqual([endpoint('a', '10.1.0.1')]);
  });

  describe('zones', () => {
    const nodeOf = (name: string) => node(name, 'z1');
    const hints = { forZones: [{ name: 'z1' }] };
    const rows: [name: string, service: Service, ready: boolean, want: object][] = [
      ['are those of the nodes', service(), true, { zone: 'z1' }],
      [
        'are hints where close endpoints are preferred',
        service({ trafficDistribution: 'PreferClose' }),
        true,
        { zone: 'z1', hints },
      ],
      [
        'give endpoints that are not ready none',
        service({ trafficDistribution: 'PreferClose' }),
        false,
        { zone: 'z1' },
      ],
      ['give other preferences none', service({ trafficDistribution: 'PreferSameNode' }), true, { zone: 'z1' }],
      [
        'give none with the older annotation',
        service(
          { trafficDistribution: 'PreferClose' },
          { annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } },
        ),
        true,
        { zone: 'z1' },
      ],
    ];
    for (const [name, of, ready, want] of rows)
      it(name, () => {
        const { zone, hints: made } = plan(of, [pod('a', { ready })], [], { nodeOf }).create[0]!.endpoints![0]!;
        expect({ zone, ...(made ? { hints: made } : {}) }).toEqual(want);
      });
    it('a preference that ends removes the hints', () => {
      const before = plan(service({ trafficDistribution: 'PreferClose' }), [pod('a')], [], { nodeOf }).create.map((slice) => stored(slice)); // prettier-ignore
      const { update } = plan(service(), [pod('a')], before, { nodeOf });
      expect(update[0]!.endpoints).toEqual([endpoint('a', '10.1.0.1', { zone: 'z1' })]);
    });
  });
});

describe('plan of slices', () => {
  it('a new slice has the labels of the service, its owner and the time of the change', () =>
    expect(
      plan(service({}, { labels: { team: 'a', 'service.kubernetes.io/headless': '' } }), [pod('a')], [], {
        triggerTime: READY_SINCE,
      }).create,
    ).toEqual([
      // prettier-ignore
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: {
          namespace: 'n',
          generateName: 'web-',
          labels: { team: 'a', ...OWN },
          annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': READY_SINCE },
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Service', name: 'web', uid: 'u-web', controller: true, blockOwnerDeletion: true },
          ],
        },
        addressType: 'IPv4',
        endpoints: [endpoint('a', '10.1.0.1')],
        ports: http,
      },
    ]));
  it.each(VOCABULARY_NAMES)('has the names of the %s vocabulary', (name) => {
    const made = atOnce(planSlices({ service: service({ clusterIP: 'None' }), pods: [], slices: [], nodeOf: node, triggerTime: CREATED }, vocabularies[name])); // prettier-ignore
    const [domain, short] = { orch: ['orch.io', 'orch.io'], kubernetes: ['kubernetes.io', 'k8s.io'] }[name];
    expect(made.create[0]).toMatchObject({ apiVersion: `discovery.${short}/v1` });
    expect(made.create[0]!.metadata.labels).toEqual({
      [`${domain}/service-name`]: 'web',
      [`endpointslice.${domain}/managed-by`]: `endpointslice-controller.${short}`,
      [`service.${domain}/headless`]: '',
    });
  });
  it('refuses more ports than a slice may have', () => {
    const ports = Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, port: index + 1 }));
    expect(plan(service({ ports: ports.slice(1) }), [pod('a')]).create[0]!.ports).toHaveLength(100);
    expect(() => plan(service({ ports }), [pod('a')])).toThrow(new TerminalError('ports: Too many: 101: must have at most 100 items')); // prettier-ignore
  });
  it('each family has slices of its own', () => {
    const two = service({ ipFamilies: ['IPv4', 'IPv6'] });
    const { create } = plan(two, [pod('a', { ips: ['10.1.0.1', 'fd00::1'] })]);
    expect(create.map(({ addressType, endpoints }) => [addressType, endpoints![0]!.addresses])).toEqual([
      ['IPv4', ['10.1.0.1']],
      ['IPv6', ['fd00::1']],
    ]);
    const existing = create.map((slice, n) => stored(slice, `web-${n}`));
    expect(plan(service(), [pod('a')], existing)).toEqual({ ...NOTHING, remove: [existing[1]] });
  });
  it('pods with other numbers of a named port have slices of their own', () => {
    const named = service({ ports: [{ name: 'http', port: 80, targetPort: 'web' }] });
    const at = (name: string, containerPort: number) => pod(name, { spec: { nodeName: 'node-1', containers: [{ ports: [{ name: 'web', containerPort }] }] } }); // prettier-ignore
    const { create } = plan(named, [at('a', 1), at('b', 2), at('c', 1)]);
    expect(
      create.map(({ ports, endpoints }) => [ports![0]!.port, endpoints!.map((one) => one.targetRef!.name)]),
    ).toEqual([
      [1, ['a', 'c']],
      [2, ['b']],
    ]);
  });
  it('ports that changed are written into the slice that is there', () => {
    const before = stored(plan(service(), [pod('a')]).create[0]!);
    const other = service({ ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 9090 }] });
    const { create, update, remove } = plan(other, [pod('a')], [before]);
    expect([create, remove]).toEqual([[], []]);
    expect(update).toMatchObject([{ metadata: { name: 'web-1', resourceVersion: '1' }, ports: [{ port: 9090 }] }]);
  });
  it('an empty slice says that there are no endpoints, and is kept', () => {
    const { create } = plan(service(), []);
    expect(create).toMatchObject([{ endpoints: [], ports: [], addressType: 'IPv4' }]);
    const empty = stored(create[0]!);
    expect(plan(service(), [], [empty])).toEqual(NOTHING);
    const filled = plan(service(), [pod('a')], [empty]);
    expect(filled).toMatchObject({ create: [], remove: [], update: [{ metadata: { name: 'web-1' }, ports: http }] });
    const again = plan(service(), [], filled.update);
    expect(again).toMatchObject({
      create: [],
      remove: [],
      update: [{ metadata: { name: 'web-1' }, endpoints: [], ports: [] }],
    });
  });
  it('labels that changed are written', () => {
    const before = stored(plan(service(), [pod('a')]).create[0]!);
    const { update } = plan(service({}, { labels: { a: 'b' } }), [pod('a')], [before]);
    expect(update).toMatchObject([{ metadata: { name: 'web-1', labels: { a: 'b', ...OWN } } }]);
  });
  it('slices of an older service of the name are removed, not reused', () => {
    const older = stored(plan(service({}, { uid: 'older' }), []).create[0]!);
    const { create, update, remove } = plan(service(), [], [older]);
    expect([create.length, update.length, remove]).toEqual([1, 0, [older]]);
  });
  it('a service that is being deleted gets no new slices, and has its slices updated', () => {
    const going = service({}, { deletionTimestamp: CREATED });
    expect(plan(going, [pod('a')])).toEqual(NOTHING);
    const before = stored(plan(service(), [pod('a')]).create[0]!);
    expect(plan(going, [pod('a', { ready: false })], [before]).update).toHaveLength(1);
  });
  it('annotations of others stay, and a time that is not known goes', () => {
    const annotations = { own: 'x', 'endpoints.kubernetes.io/last-change-trigger-time': CREATED };
    const made = plan(service(), [pod('a')]).create[0]!;
    const before = stored({ ...made, metadata: { ...made.metadata, annotations } });
    expect(plan(service(), [pod('a', { ready: false })], [before]).update[0]!.metadata.annotations).toEqual({
      own: 'x',
    });
  });
  it('ports in another order are the same', () => {
    const two = service({
      ports: [
        { name: 'b', port: 2 },
        { name: 'a', port: 1 },
      ],
    });
    const made = plan(two, [pod('a')]).create[0]!;
    expect(plan(two, [pod('a')], [stored({ ...made, ports: made.ports!.toReversed() })])).toEqual(NOTHING);
  });
});

describe('packing', () => {
  const numbered = (from: number, to: number): Endpoint[] =>
    Array.from({ length: to - from }, (_, n) =>
      endpoint(`p${from + n}`, `10.1.${(from + n) >> 8}.${(from + n) & 255}`),
    );
  const holding = (name: string, endpoints: Endpoint[]): EndpointSlice => ({
    metadata: { name },
    addressType: 'IPv4',
    endpoints,
  });
  const empty = (): EndpointSlice => ({ metadata: {}, addressType: 'IPv4', endpoints: [] });
  const pack = (existing: EndpointSlice[], wanted: Endpoint[]) => {
    const desired = new Map(wanted.map((one) => [JSON.stringify([one.addresses, '', 'n', one.targetRef!.name]), one]));
    const { create, update, remove } = atOnce(packEndpoints(existing, desired, (slice) => slice, empty));
    const sizes = (slices: readonly EndpointSlice[]) => slices.map(({ metadata, endpoints }) => [metadata.name, endpoints!.length]); // prettier-ignore
    const touched = new Set([...update, ...remove].map(({ metadata }) => metadata.name));
    const after = [...create, ...update, ...existing.filter(({ metadata }) => !touched.has(metadata.name))];
    const names = after.flatMap((slice) => slice.endpoints!.map((one) => one.targetRef!.name!));
    expect(names.toSorted()).toEqual(wanted.map((one) => one.targetRef!.name!).toSorted());
    return { create: sizes(create), update: sizes(update), remove: remove.map(({ metadata }) => metadata.name) };
  };

  const rows: [name: string, existing: EndpointSlice[], wanted: Endpoint[], want: ReturnType<typeof pack>][] = [
    ['250 endpoints need three slices', [], numbered(0, 250), { create: [[undefined, 100], [undefined, 100], [undefined, 50]], update: [], remove: [] }], // prettier-ignore
    ['one more goes where it has room', [holding('a', numbered(0, 100)), holding('b', numbered(100, 150))], numbered(0, 151), { create: [], update: [['b', 51]], remove: [] }], // prettier-ignore
    ['into the fullest that has', [holding('a', numbered(0, 10)), holding('b', numbered(10, 70)), holding('c', numbered(70, 170))], numbered(0, 175), { create: [], update: [['b', 65]], remove: [] }], // prettier-ignore
    ['into a new one if none has', [holding('a', numbered(0, 99))], numbered(0, 101), { create: [[undefined, 2]], update: [], remove: [] }], // prettier-ignore
    ['many into new ones, the rest where it has room', [holding('a', numbered(0, 50))], numbered(0, 200), { create: [[undefined, 100]], update: [['a', 100]], remove: [] }], // prettier-ignore
    ['into those that are written anyway', [holding('a', numbered(0, 60)), holding('b', numbered(60, 120))], numbered(1, 121), { create: [], update: [['a', 60]], remove: [] }], // prettier-ignore
    ['a slice without endpoints goes', [holding('a', numbered(0, 2)), holding('b', numbered(2, 3))], numbered(0, 2), { create: [], update: [], remove: ['b'] }], // prettier-ignore
    ['half empty slices are not merged', [holding('a', numbered(0, 2)), holding('b', numbered(2, 4))], numbered(0, 4), { create: [], update: [], remove: [] }], // prettier-ignore
    ['an endpoint of two slices stays in the first', [holding('a', numbered(0, 2)), holding('b', numbered(1, 3))], numbered(0, 3), { create: [], update: [['b', 1]], remove: [] }], // prettier-ignore
    ['a slice with more than fit is left so', [holding('a', numbered(0, 120))], numbered(0, 120), { create: [], update: [], remove: [] }], // prettier-ignore
  ];
  for (const [name, existing, wanted, want] of rows) it(name, () => expect(pack(existing, wanted)).toEqual(want));
});

describe('reconciler', () => {
  const { signal } = new AbortController();
  const key = { namespace: 'n', name: 'web' };
  const nodes = builtinResources.nodes;
  const setUp = () => {
    const api = new InMemoryApi();
    const events: unknown[][] = [];
    const hidden = new Set<string>();
    const client = {
      ...api.resource(endpointSlices),
      create: async (slice: EndpointSlice) => {
        const name = `${slice.metadata.generateName}${api.all(endpointSlices).length + 1}`;
        api.writes.push(`create endpointslices n/${name}`);
        return api.put(endpointSlices, { ...slice, metadata: { ...slice.metadata, name, generation: 1 } });
      },
    };
    const reconciler = new EndpointSliceReconciler(
      api.lister(services),
      api.lister(pods, { indexes: { namespace: ({ metadata }) => [metadata.namespace ?? ''] } }),
      api.lister(nodes),
      api.lister(endpointSlices, {
        indexes: { service: ({ metadata }) => [keyText({ namespace: 'n', name: metadata.labels!['kubernetes.io/service-name']! })] }, // prettier-ignore
        hide: ({ metadata }) => hidden.has(metadata.name!),
      }),
      client,
      { record: (...event) => events.push(event.slice(1)) },
      vocabulary,
      new FakeClock(0),
    );
    return { api, events, hidden, reconcile: () => reconciler.reconcile(key, signal) };
  };

  it('creates an empty slice, fills it and is then done', async () => {
    const { api, reconcile } = setUp();
    api.put(nodes, node('node-1'));
    api.put(services, service());
    await reconcile();
    api.put(pods, pod('a'));
    await reconcile();
    expect(await reconcile()).toEqual({});
    expect(api.writes).toEqual(['create endpointslices n/web-1', 'update endpointslices n/web-1']);
  });
  it('creates nothing again while the cache lacks what it created', async () => {
    const { api, hidden, reconcile } = setUp();
    api.put(services, service());
    hidden.add('web-1');
    await reconcile();
    expect(await reconcile()).toEqual({ requeueAfterMs: 1_000 });
    hidden.clear();
    expect(await reconcile()).toEqual({});
    expect(api.writes).toEqual(['create endpointslices n/web-1']);
  });
  it('leaves slices of other managers, of services without a selector, of aliases and of deleted services alone', async () => {
    const labels = { ...OWN, 'endpointslice.kubernetes.io/managed-by': 'me' };
    for (const each of [undefined, service({ selector: {} }), service({ type: 'ExternalName' }), service()]) {
      const { api, reconcile } = setUp();
      if (each) api.put(services, each);
      api.put(endpointSlices, { metadata: { ...key, labels }, addressType: 'IPv4' });
      await reconcile();
      expect(api.writes).toEqual(each?.spec?.selector?.['app'] && each.spec.type !== 'ExternalName' ? ['create endpointslices n/web-2'] : []); // prettier-ignore
    }
  });
  it('records what failed, and pods without a node', async () => {
    const { api, events, reconcile } = setUp();
    api.put(services, service());
    api.put(pods, pod('a'));
    await reconcile();
    api.put(nodes, node('node-1'));
    api.failNext('update', endpointSlices, new Error('disk full'));
    await expect(reconcile()).rejects.toThrow('disk full');
    api.put(services, service({ ports: Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, port: index + 1 })) })); // prettier-ignore
    await expect(reconcile()).rejects.toBeInstanceOf(TerminalError);
    const start = 'Error updating Endpoint Slices for Service n/web: ';
    expect(events).toEqual([
      ['Warning', 'FailedToUpdateEndpointSlices', `${start}skipping Pod a for Service n/web: Node node-1 Not Found`],
      ['Warning', 'FailedToUpdateEndpointSlices', `${start}failed to update web-1 EndpointSlice for Service n/web: disk full`], // prettier-ignore
      ['Warning', 'FailedToUpdateEndpointSlices', `${start}ports: Too many: 101: must have at most 100 items`],
    ]);
  });
});
