import { ApiError, atOnce } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { DONE, TerminalError } from '@orch/controller-kit';
import { vocabularies, VOCABULARY_NAMES } from '@orch/vocabulary';
import { CREATED, pod, reference, service } from '../shared/service-endpoints/objects.fixture.js';
import { pods, type Pod } from '../shared/service-endpoints/pod.js';
import { services, type Service } from '../shared/service-endpoints/service.js';
import { endpoints, type Endpoints, type EndpointSubset } from '../shared/service-endpoints/subsets.js';
import { planEndpoints } from './plan.js';
import { EndpointsReconciler } from './reconciler.js';
import { truncateSubsets } from './truncate-subsets.js';

const vocabulary = vocabularies.kubernetes;
const OWN = { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' };
const plan = (of: Service, selected: readonly Pod[], current?: Endpoints, triggerTime?: string) =>
  atOnce(planEndpoints({ service: of, pods: selected, current, triggerTime }, vocabulary));
const address = (ip: string, name: string, more: object = {}) => ({ ip, nodeName: 'node-1', targetRef: reference(name), ...more }); // prettier-ignore
const http = [{ name: 'http', port: 8080, protocol: 'TCP' }];

describe('plan', () => {
  const rows: [name: string, service: Service, pods: Pod[], want: EndpointSubset[]][] = [
    ['no pods', service(), [], []],
    ['a ready pod', service(), [pod('a')], [{ addresses: [address('10.1.0.1', 'a')], ports: http }]],
    ['a pod that is not ready', service(), [pod('a', { ready: false })], [{ notReadyAddresses: [address('10.1.0.1', 'a')], ports: http }]], // prettier-ignore
    [
      'a pod that is not ready, published nevertheless',
      service({ publishNotReadyAddresses: true }),
      [pod('a', { ready: false })],
      [{ addresses: [address('10.1.0.1', 'a')], ports: http }],
    ],
    ['a terminating pod', service(), [pod('a', { metadata: { deletionTimestamp: CREATED } })], []],
    [
      'a terminating pod, published nevertheless',
      service({ publishNotReadyAddresses: true }),
      [pod('a', { metadata: { deletionTimestamp: CREATED } })],
      [{ addresses: [address('10.1.0.1', 'a')], ports: http }],
    ],
    ['a pod that ended', service({ publishNotReadyAddresses: true }), [pod('a', { phase: 'Failed' })], []],
    ['a pod without an address', service(), [pod('a', { ips: [] })], []],
    ['a pod without an address of the first family', service({ ipFamilies: ['IPv6', 'IPv4'] }), [pod('a')], []],
    [
      'the first family of two',
      service({ ipFamilies: ['IPv6', 'IPv4'] }),
      [pod('a', { ips: ['10.1.0.1', 'fd00::1'] })],
      [{ addresses: [address('fd00::1', 'a')], ports: http }],
    ],
    [
      'addresses in order',
      service(),
      [pod('b', { ips: ['10.1.0.2'] }), pod('a', { ips: ['10.1.0.1'] }), pod('c', { ips: ['10.1.0.3'], ready: false })],
      [
        {
          addresses: [address('10.1.0.1', 'a'), address('10.1.0.2', 'b')],
          notReadyAddresses: [address('10.1.0.3', 'c')],
          ports: http,
        },
      ],
    ],
    [
      'a named port that pods have at several numbers',
      service({ ports: [{ port: 80, protocol: 'TCP', targetPort: 'web' }] }),
      [1, 2].map((n) =>
        pod(`p${n}`, {
          ips: [`10.1.0.${n}`],
          spec: { containers: [{ ports: [{ name: 'web', containerPort: 8000 + n }] }] },
        }),
      ),
      [1, 2].map((n) => ({
        addresses: [{ ip: `10.1.0.${n}`, nodeName: 'node-1', targetRef: reference(`p${n}`) }],
        ports: [{ port: 8000 + n, protocol: 'TCP' }],
      })),
    ],
    ['a service without ports', service({ ports: [] }), [pod('a')], []],
    ['a headless service without ports', service({ ports: [], clusterIP: 'None' }), [pod('a')], [{ addresses: [address('10.1.0.1', 'a')] }]], // prettier-ignore
    [
      'a host name in the DNS of the service',
      service(),
      [pod('a', { spec: { hostname: 'h', subdomain: 'web' } })],
      [{ addresses: [address('10.1.0.1', 'a', { hostname: 'h' })], ports: http }],
    ],
    ['a pod without a node', service(), [pod('a', { spec: { nodeName: '' } })], [{ addresses: [{ ip: '10.1.0.1', targetRef: reference('a') }], ports: http }]], // prettier-ignore
  ];
  for (const [name, of, selected, want] of rows)
    it(name, () => {
      const made = plan(of, selected)!;
      expect(made.subsets).toEqual(want);
      expect(plan(of, selected.toReversed(), made)).toBeUndefined();
    });

  it('new Endpoints have the labels of the service, the time of the change and no owner', () =>
    expect(plan(service({}, { labels: { team: 'a' }, annotations: { b: 'c' } }), [], undefined, CREATED)).toEqual({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: {
        namespace: 'n',
        name: 'web',
        labels: { team: 'a', ...OWN },
        annotations: { 'endpoints.kubernetes.io/last-change-trigger-time': CREATED },
      },
      subsets: [],
    }));
  it('many ports of many pods are one subset, with each address and port once', () => {
    const ports = Array.from({ length: 20_000 }, (_, index) => ({ name: `p${index}`, port: index + 1 }));
    const selected = Array.from({ length: 500 }, (_, index) => pod(`p${index}`, { ips: [`10.1.${index >> 8}.${index & 255}`] })); // prettier-ignore
    const [subset, ...more] = plan(service({ ports }), selected)!.subsets!;
    expect([subset!.addresses!.length, subset!.ports!.length, more]).toEqual([500, 20_000, []]);
  });
  it('refuses too many ports that each pod has at other numbers', () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `p${index}`);
    const ports = names.map((name, index) => ({ name, port: index + 1, targetPort: name }));
    const selected = Array.from(
      { length: 100 },
      (_, at) =>
      pod(`p${at}`, { spec: { containers: [{ ports: names.map((name, index) => ({ name, containerPort: at + index + 1 })) }] } }), // prettier-ignore
    );
    expect(() => plan(service({ ports }), selected)).toThrow(new TerminalError('too many different ports of pods: at most 100000')); // prettier-ignore
  });
  it('of a headless service are labelled so, of others never', () => {
    const label = { 'service.kubernetes.io/headless': '' };
    expect(plan(service({ clusterIP: 'None' }), [])!.metadata.labels).toEqual({ ...label, ...OWN });
    expect(plan(service({}, { labels: label }), [])!.metadata.labels).toEqual(OWN);
  });
  it.each(VOCABULARY_NAMES)('have the names of the %s vocabulary', (name) => {
    const made = atOnce(planEndpoints({ service: service(), pods: [], current: undefined, triggerTime: CREATED }, vocabularies[name])); // prettier-ignore
    const domain = { orch: 'orch.io', kubernetes: 'kubernetes.io' }[name];
    expect(made!.metadata.labels).toEqual({ [`endpoints.${domain}/managed-by`]: 'endpoint-controller' });
    expect(Object.keys(made!.metadata.annotations!)).toEqual([`endpoints.${domain}/last-change-trigger-time`]);
  });

  describe('an update', () => {
    const made = plan(service(), [pod('a')], undefined, CREATED)!;
    const stored: Endpoints = {
      ...made,
      metadata: { ...made.metadata, resourceVersion: '7', annotations: { ...made.metadata.annotations, own: 'x' } },
    };

    it('keeps annotations of others and the version, and loses a time that is not known', () =>
      expect(plan(service(), [pod('a', { ready: false })], stored)!.metadata).toEqual({
        ...stored.metadata,
        annotations: { own: 'x' },
      }));
    it('of labels alone', () =>
      expect(plan(service({}, { labels: { a: 'b' } }), [pod('a')], stored)!.metadata.labels).toEqual({
        a: 'b',
        ...OWN,
      }));
    it('is not needed for another order or a version of the pod', () => {
      const two = [pod('a'), pod('b', { ips: ['10.1.0.2'] })];
      const right = plan(service(), two)!;
      const [subset] = right.subsets!;
      const other = subset!.addresses!.toReversed().map((one) => ({ ...one, targetRef: { ...one.targetRef, resourceVersion: '3' } })); // prettier-ignore
      expect(plan(service(), two, { ...right, subsets: [{ ...subset, addresses: other }] })).toBeUndefined();
    });
    it('restores addresses that were changed', () =>
      expect(plan(service(), [pod('a')], { ...stored, subsets: [] })!.subsets).toEqual(made.subsets));
  });

  describe('over capacity', () => {
    const many = Array.from({ length: 1_200 }, (_, n) =>
      pod(`p${n}`, { ips: [`10.1.${n >> 8}.${n & 255}`], ready: n % 2 === 0 }),
    );
    const [key, value] = ['endpoints.kubernetes.io/over-capacity', 'truncated'];

    it('1,000 addresses are kept, ready ones first, and it is said', () => {
      const made = plan(service(), many)!;
      expect(made.subsets![0]!.addresses).toHaveLength(600);
      expect(made.subsets![0]!.notReadyAddresses).toHaveLength(400);
      expect(made.metadata.annotations).toEqual({ [key!]: value });
      expect(plan(service(), many, made)).toBeUndefined();
      expect(plan(service(), many.slice(0, 1_000), made)!.metadata.annotations).toEqual({});
    });
    it('each subset has its share', () => {
      const ips = (count: number) => Array.from({ length: count }, (_, n) => ({ ip: `10.0.${n >> 8}.${n & 255}` }));
      const lengths = (subsets: readonly EndpointSubset[]) =>
        truncateSubsets(subsets).map((one) => [one.addresses?.length, one.notReadyAddresses?.length]);
      expect(lengths([{ addresses: ips(1_500) }, { addresses: ips(500), notReadyAddresses: ips(5) }])).toEqual([
        [750, undefined],
        [250, undefined],
      ]);
      expect(lengths([{ addresses: ips(900) }, { notReadyAddresses: ips(100) }, { notReadyAddresses: ips(200) }])).toEqual([[900, undefined], [undefined, 34], [undefined, 66]]); // prettier-ignore
      expect(lengths([{ addresses: ips(1_001) }, { notReadyAddresses: ips(9) }])).toEqual([[1_000, undefined]]);
    });
  });
});

describe('reconciler', () => {
  const { signal } = new AbortController();
  const key = { namespace: 'n', name: 'web' };
  const setUp = (hide: (object: object) => boolean = () => false) => {
    const api = new InMemoryApi();
    const events: unknown[][] = [];
    const reconciler = new EndpointsReconciler(
      api.lister(services, { hide }),
      api.lister(pods, { indexes: { namespace: ({ metadata }) => [metadata.namespace ?? ''] } }),
      api.lister(endpoints, { hide }),
      api.resource(services),
      api.resource(endpoints),
      { record: (...event) => events.push(event.slice(1)) },
      vocabulary,
    );
    return { api, events, reconcile: () => reconciler.reconcile(key, signal) };
  };

  it('creates, updates and is then done', async () => {
    const { api, reconcile } = setUp();
    api.put(services, service());
    await reconcile();
    api.put(pods, pod('a'));
    await reconcile();
    await reconcile();
    expect(api.writes).toEqual(['create endpoints n/web', 'update endpoints n/web']);
    expect(api.find(endpoints, key)!.subsets).toHaveLength(1);
  });
  it('leaves alone the Endpoints of a service without a selector, and of an alias', async () => {
    for (const spec of [{ selector: {} }, { type: 'ExternalName' }]) {
      const { api, reconcile } = setUp();
      api.put(services, service(spec));
      api.put(endpoints, { metadata: { ...key } });
      await reconcile();
      expect(api.writes).toEqual([]);
    }
  });
  it('deletes the Endpoints of a service that is gone', async () => {
    const { api, reconcile } = setUp();
    api.put(endpoints, { metadata: { ...key } });
    await reconcile();
    expect(api.writes).toEqual(['delete endpoints n/web']);
  });
  it('leaves alone Endpoints that were created again since those of a service that is gone', async () => {
    const { api, reconcile } = setUp();
    api.put(endpoints, { metadata: { ...key, uid: 'new' } });
    const behind = { ...api.lister(endpoints), get: () => ({ metadata: { ...key, uid: 'old' } }) };
    const late = new EndpointsReconciler(
      api.lister(services),
      api.lister(pods),
      behind,
      api.resource(services),
      api.resource(endpoints),
      { record: () => undefined },
      vocabulary,
    );
    expect(await late.reconcile(key, signal)).toEqual(DONE);
    expect(api.find(endpoints, key)!.metadata.uid).toBe('new');
    await reconcile();
    expect(api.find(endpoints, key)).toBeUndefined();
  });
  it('asks the server whether a service is gone that is not in the cache', async () => {
    const { api, reconcile } = setUp(() => true);
    api.put(services, service());
    api.put(endpoints, { metadata: { ...key } });
    await reconcile();
    expect(api.writes).toEqual([]);
  });
  it('tries again after a conflict, and is done when the namespace is terminating', async () => {
    const { api, events, reconcile } = setUp();
    api.put(services, service());
    const details = { causes: [{ reason: 'NamespaceTerminating', message: '' }] };
    api.failNext('create', endpoints, new ApiError('Forbidden', 'it is being terminated', { details }));
    expect(await reconcile()).toEqual({});
    api.put(endpoints, { metadata: { ...key } });
    api.failNext('update', endpoints, new ApiError('Conflict', 'changed'));
    expect(await reconcile()).toEqual({ requeueAfterMs: 1_000 });
    expect([api.writes, events]).toEqual([[], []]);
  });
  it('records failures', async () => {
    const { api, events, reconcile } = setUp();
    api.put(services, service());
    api.failNext('create', endpoints, new Error('disk full'));
    await expect(reconcile()).rejects.toThrow('disk full');
    api.put(endpoints, { metadata: { ...key } });
    api.failNext('update', endpoints, ApiError.badRequest('no'));
    await expect(reconcile()).rejects.toBeInstanceOf(TerminalError);
    const names = Array.from({ length: 1_001 }, (_, index) => `p${index}`);
    api.put(services, service({ ports: names.map((name, index) => ({ name, port: index + 1, targetPort: name })) }));
    for (let at = 0; at < 100; at++)
      api.put(pods, pod(`a${at}`, { spec: { containers: [{ ports: names.map((name, index) => ({ name, containerPort: at + index + 1 })) }] } })); // prettier-ignore
    await expect(reconcile()).rejects.toBeInstanceOf(TerminalError);
    expect(events).toEqual([
      ['Warning', 'FailedToCreateEndpoint', 'Failed to create endpoint for service n/web: disk full'],
      ['Warning', 'FailedToUpdateEndpoint', 'Failed to update endpoint n/web: no'],
      ['Warning', 'FailedToUpdateEndpoint', 'Failed to update endpoint n/web: too many different ports of pods: at most 100000'], // prettier-ignore
    ]);
  });
});
