import { atOnce, FakeClock } from '@orch/apimachinery';
import { keyText } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { TerminalError } from '@orch/controller-kit';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { CREATED, service } from '../shared/service-endpoints/objects.fixture.js';
import { services, type Service } from '../shared/service-endpoints/service.js';
import { endpointSlices, type EndpointSlice } from '../shared/service-endpoints/slice.js';
import { endpoints, type Endpoints, type EndpointSubset } from '../shared/service-endpoints/subsets.js';
import { isMirrored, planMirror } from './plan.js';
import { EndpointSliceMirroringReconciler } from './reconciler.js';

const vocabulary = vocabularies.kubernetes;
const OWN = {
  'kubernetes.io/service-name': 'web',
  'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
};
const http = { name: 'http', port: 80 };
const of = (subsets: readonly EndpointSubset[], metadata: object = {}): Endpoints => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { namespace: 'n', name: 'web', uid: 'u-eps', ...metadata },
  subsets,
});
const one = of([{ addresses: [{ ip: '192.0.2.1' }], ports: [http] }]);
const plan = (object: Endpoints, slices: readonly EndpointSlice[] = []) =>
  atOnce(planMirror(object, slices, vocabulary));
const stored = (slice: EndpointSlice, name = 'web-1', more: object = {}): EndpointSlice => ({
  ...slice,
  metadata: { name, uid: `u-${name}`, resourceVersion: '1', generation: 1, ...slice.metadata, ...more },
});
const NOTHING = { create: [], update: [], remove: [], invalid: 0, skipped: 0 };
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })); // prettier-ignore

describe('plan', () => {
  const rows: [name: string, subsets: EndpointSubset[], want: object[]][] = [
    ['no subsets', [], []],
    [
      'ready and not ready addresses',
      [{ addresses: [{ ip: '192.0.2.1' }], notReadyAddresses: [{ ip: '192.0.2.2' }], ports: [http] }],
      [
        {
          addressType: 'IPv4',
          endpoints: [
            { addresses: ['192.0.2.1'], conditions: { ready: true } },
            { addresses: ['192.0.2.2'], conditions: { ready: false } },
          ],
          ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
        },
      ],
    ],
    [
      'both families of a subset',
      [{ addresses: [{ ip: '192.0.2.1' }, { ip: '2001:DB8::1' }], ports: [http] }],
      [
        { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.1'] }] },
        { addressType: 'IPv6', endpoints: [{ addresses: ['2001:db8::1'] }] },
      ],
    ],
    [
      'a slice for each set of ports',
      [{ addresses: [{ ip: '192.0.2.1' }], ports: [http] }, { addresses: [{ ip: '192.0.2.2' }], ports: [{ port: 53, protocol: 'UDP' }] }], // prettier-ignore
      [
        { ports: [{ name: '', port: 53, protocol: 'UDP' }], endpoints: [{ addresses: ['192.0.2.2'] }] },
        { ports: [{ name: 'http', port: 80, protocol: 'TCP' }], endpoints: [{ addresses: ['192.0.2.1'] }] },
      ],
    ],
    [
      'what is known of an address',
      [{ addresses: [{ ip: '192.0.2.1', hostname: 'h', nodeName: 'm', targetRef: { kind: 'Pod', name: 'p' } }] }],
      [{ endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true }, hostname: 'h', nodeName: 'm', targetRef: { kind: 'Pod', name: 'p' } }], ports: [] }], // prettier-ignore
    ],
  ];
  for (const [name, subsets, want] of rows)
    it(name, () => {
      const { create, ...rest } = plan(of(subsets));
      expect(create).toMatchObject(want);
      expect(create).toHaveLength(want.length);
      expect(rest).toEqual({ update: [], remove: [], invalid: 0, skipped: 0 });
      const slices = create.map((slice, n) => stored(slice, `web-${n}`));
      expect(plan(of(subsets), slices)).toEqual(NOTHING);
    });

  it('labels and annotations are mirrored, except those of the Endpoints alone', () => {
    const annotations = {
      'endpoints.kubernetes.io/last-change-trigger-time': CREATED,
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      own: 'x',
    };
    const { create } = plan({ ...one, metadata: { ...one.metadata, labels: { a: 'b' }, annotations } });
    expect(create[0]!.metadata).toEqual({
      namespace: 'n',
      generateName: 'web-',
      labels: { a: 'b', ...OWN },
      annotations: { own: 'x' },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Endpoints', name: 'web', uid: 'u-eps', controller: true, blockOwnerDeletion: true },
      ],
    });
  });
  it.each(VOCABULARY_NAMES)('has the names of the %s vocabulary', (name) => {
    const [domain, short] = { orch: ['orch.io', 'orch.io'], kubernetes: ['kubernetes.io', 'k8s.io'] }[name];
    const { create } = atOnce(planMirror(one, [], vocabularies[name]));
    expect(create[0]!.apiVersion).toBe(`discovery.${short}/v1`);
    expect(create[0]!.metadata.labels).toEqual({
      [`${domain}/service-name`]: 'web',
      [`endpointslice.${domain}/managed-by`]: `endpointslicemirroring-controller.${short}`,
    });
  });

  describe('an update', () => {
    const before = stored(plan(one).create[0]!);
    const changes: [name: string, object: Endpoints, slice: EndpointSlice, want: object][] = [
      ['of addresses', of([{ addresses: [{ ip: '192.0.2.9' }], ports: [http] }]), before, { endpoints: [{ addresses: ['192.0.2.9'] }] }], // prettier-ignore
      ['of readiness', of([{ notReadyAddresses: [{ ip: '192.0.2.1' }], ports: [http] }]), before, { endpoints: [{ conditions: { ready: false } }] }], // prettier-ignore
      ['of ports uses the slice again', of([{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 81 }] }]), before, { ports: [{ port: 81 }] }], // prettier-ignore
      ['of labels', of(one.subsets!, { labels: { a: 'b' } }), before, { metadata: { labels: { a: 'b', ...OWN } } }],
      ['of annotations', of(one.subsets!, { annotations: { a: 'b' } }), before, { metadata: { annotations: { a: 'b' } } }], // prettier-ignore
      ['of the owner', of(one.subsets!, { uid: 'u-new' }), before, { metadata: { ownerReferences: [{ uid: 'u-new' }] } }], // prettier-ignore
    ];
    for (const [name, object, slice, want] of changes)
      it(name, () => {
        const { create, update, remove } = plan(object, [slice]);
        expect([create, remove]).toEqual([[], []]);
        expect(update).toMatchObject([{ metadata: { name: 'web-1', resourceVersion: '1' }, ...want }]);
        const written = update.map((each) => ({ ...each, metadata: { ...slice.metadata, ...each.metadata } }));
        expect(plan(object, written)).toEqual(NOTHING);
      });
    it('slices that are not needed are removed', () => {
      expect(plan(of([]), [before])).toEqual({ ...NOTHING, remove: [before] });
      const twin = stored(plan(one).create[0]!, 'web-2');
      expect(plan(one, [before, twin])).toEqual({ ...NOTHING, remove: [twin] });
    });
    it('Endpoints that are being deleted get no new slices', () =>
      expect(plan({ ...one, metadata: { ...one.metadata, deletionTimestamp: CREATED } })).toEqual(NOTHING));
  });

  it('1,000 addresses of a subset are mirrored, ready ones first', () => {
    const { create, invalid, skipped } = plan(of([{ addresses: many(1_200).slice(0, 700), notReadyAddresses: many(1_200).slice(700), ports: [http] }])); // prettier-ignore
    expect(create[0]!.endpoints).toHaveLength(1_000);
    expect(create[0]!.endpoints!.filter(({ conditions }) => conditions!.ready)).toHaveLength(700);
    expect([invalid, skipped]).toEqual([0, 200]);
  });
  it('500 subsets are mirrored', () => {
    const subsets = many(502).map((address, index) => ({ addresses: [address], ports: [{ port: 1_000 + index }] }));
    const { create, skipped } = plan(of(subsets));
    expect([create.length, skipped]).toEqual([500, 2]);
  });
  it('invalid addresses are counted', () => {
    const { create, invalid, skipped } = plan(of([{ addresses: [{ ip: 'x' }, { ip: '192.0.2.1' }] }]));
    expect([create[0]!.endpoints!.length, invalid, skipped]).toEqual([1, 1, 1]);
  });

  const excluded: [name: string, metadata: object, want: boolean][] = [
    ['others', {}, true],
    ['those that say so', { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }, false],
    ['those that say otherwise', { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'false' } }, true],
    ['locks of leader election', { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }, false],
  ];
  for (const [name, metadata, want] of excluded)
    it(`${name} ${want ? 'have' : 'have no'} mirror`, () =>
      expect(isMirrored(of([], metadata), vocabulary)).toBe(want));
});

describe('reconciler', () => {
  const { signal } = new AbortController();
  const key = { namespace: 'n', name: 'web' };
  const own = service({ selector: {} });
  const setUp = (of_: Service | undefined, object: Endpoints | undefined) => {
    const api = new InMemoryApi();
    if (of_) api.put(services, of_);
    if (object) api.put(endpoints, object);
    const events: unknown[][] = [];
    const client = {
      ...api.resource(endpointSlices),
      create: async (slice: EndpointSlice) => {
        const name = `${slice.metadata.generateName}${api.all(endpointSlices).length + 1}`;
        api.writes.push(`create endpointslices n/${name}`);
        return api.put(endpointSlices, { ...slice, metadata: { ...slice.metadata, name, generation: 1 } });
      },
    };
    const reconciler = new EndpointSliceMirroringReconciler(
      api.lister(endpoints),
      api.lister(services),
      api.lister(endpointSlices, {
        indexes: { service: ({ metadata }) => [keyText({ namespace: 'n', name: metadata.labels!['kubernetes.io/service-name']! })] }, // prettier-ignore
      }),
      client,
      { record: (...event) => events.push(event.slice(1)) },
      vocabulary,
      new FakeClock(0),
    );
    return { api, events, reconcile: () => reconciler.reconcile(key, signal) };
  };

  it('creates a slice, and is then done', async () => {
    const { api, events, reconcile } = setUp(own, one);
    await reconcile();
    await reconcile();
    expect([api.writes, events]).toEqual([['create endpointslices n/web-1'], []]);
  });
  const ends: [name: string, service: Service | undefined, endpoints: Endpoints | undefined][] = [
    ['the Endpoints', own, undefined],
    ['the service', undefined, one],
    ['the lack of a selector', service(), one],
    ['the permission', own, of(one.subsets!, { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } })],
  ];
  for (const [name, of_, object] of ends)
    it(`without ${name} its slices are deleted, those of others not`, async () => {
      const { api, reconcile } = setUp(of_, object);
      api.put(endpointSlices, stored({ addressType: 'IPv4', metadata: { namespace: 'n', labels: OWN } }, 'mirror'));
      const labels = { ...OWN, 'endpointslice.kubernetes.io/managed-by': 'me' };
      api.put(endpointSlices, stored({ addressType: 'IPv4', metadata: { namespace: 'n', labels } }, 'own'));
      await reconcile();
      expect(api.writes).toEqual(['delete endpointslices n/mirror']);
    });
  it('records that there is too much to mirror', async () => {
    const each = many(201).map((address, index) => ({ addresses: [address], ports: [{ port: index + 1 }] }));
    const all = { addresses: many(1_000), ports: each.flatMap(({ ports }) => ports) };
    const { api, events, reconcile } = setUp(own, of([all, ...each.slice(1), { addresses: many(1_001).slice(1_000), ports: all.ports.slice(0, 1) }])); // prettier-ignore
    await expect(reconcile()).rejects.toBeInstanceOf(TerminalError);
    expect([api.writes, events]).toEqual([[], [['Warning', 'FailedToUpdateEndpointSlices', 'too many addresses at different ports: at most 200000']]]); // prettier-ignore
  });
  it('records what is not mirrored', async () => {
    const { events, reconcile } = setUp(own, of([{ addresses: [...many(1_002), { ip: '!' }], ports: [http] }]));
    await reconcile();
    expect(events).toEqual([
      ['Warning', 'InvalidIPAddress', 'Skipped 1 invalid IP addresses when mirroring to EndpointSlices'],
      ['Warning', 'TooManyAddressesToMirror', 'A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 3 addresses were skipped'], // prettier-ignore
    ]);
  });
});
