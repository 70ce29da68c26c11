import { atOnce } from '@orch/apimachinery';
import { ObjectCache } from '@orch/client';
import { TerminalError } from '@orch/controller-kit';
import { longestParsed, withManyLabels } from '../large-labels.fixture.js';
import { addressesOf, familiesOf, mainFamilyOf } from './addresses.js';
import { CREATED, pod, service } from './objects.fixture.js';
import { changesEndpoints, hostnameIn, isEndpoint, type Pod } from './pod.js';
import { portsReader, portsText } from './ports.js';
import { hasPods, isHeadless, selects, serviceOptions, servicesOfPod, type Service } from './service.js';
import { repackSubsets, type EndpointSubset } from './subsets.js';
import { TriggerTimes } from './trigger-times.js';

describe('a service and its pods', () => {
  const rows: [name: string, spec: Service['spec'], labels: Record<string, string> | undefined, want: boolean][] = [
    [
      'all labels of the selector match',
      { selector: { app: 'web', tier: 'a' } },
      { app: 'web', tier: 'a', x: 'y' },
      true,
    ],
    ['one label differs', { selector: { app: 'web', tier: 'a' } }, { app: 'web', tier: 'b' }, false],
    ['the pod has none', { selector: { app: 'web' } }, undefined, false],
  ];
  for (const [name, spec, labels, want] of rows)
    it(name, () => {
      const { labels: _own, ...metadata } = pod('a').metadata;
      const one: Pod = { ...pod('a'), metadata: { ...metadata, ...(labels ? { labels } : {}) } };
      const cache = new ObjectCache<Service>([service(spec), service(spec, { namespace: 'other' }), service({ selector: {} }, { name: 'none' })]); // prettier-ignore
      cache.addIndex(...(Object.entries(serviceOptions.indexes!)[0]! as [string, never]));
      expect(selects(service(spec), one)).toBe(want);
      expect(servicesOfPod(cache, one)).toEqual(want ? [service(spec)] : []);
    });

  it('a pod with very many labels is compared with the services of its namespace instead of looking each label up', () => {
    const one = withManyLabels(pod('a'));
    const all = [
      service({ selector: { l7: '' } }, { name: 'yes' }),
      service({ selector: { l7: 'x' } }, { name: 'no' }),
      service({ selector: {} }, { name: 'none' }),
      service({ selector: { l7: '' } }, { namespace: 'other' }),
    ];
    const cache = new ObjectCache<Service>(all);
    cache.addIndex(...(Object.entries(serviceOptions.indexes!)[0]! as [string, never]));
    const looks = jest.spyOn(cache, 'byIndex');
    expect(longestParsed(() => expect(servicesOfPod(cache, one)).toEqual([all[0]]))).toBeLessThan(100);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('very many labels of two states of a pod are compared without being parsed', () => {
    const [old, same, other] = [withManyLabels(pod('a')), withManyLabels(pod('a')), withManyLabels(pod('a'), 10_001)];
    const wakes = (one: Pod, object: Pod) => changesEndpoints({ type: 'updated', old: one, object });
    const compare = () =>
      expect([wakes(old, same), wakes(old, other), wakes(old, pod('a')), wakes(pod('a'), old)]).toEqual([
        false,
        true,
        true,
        true,
      ]);
    expect(longestParsed(compare)).toBeLessThan(100);
  });

  it('labels that are the same value in both states of a pod are not compared', () => {
    const old = pod('a');
    let reads = 0;
    const labels = new Proxy({ app: 'web' }, { ownKeys: (target) => (reads++, Reflect.ownKeys(target)) });
    const state = (of: Pod): Pod => ({ ...of, metadata: { ...of.metadata, labels } });
    expect(changesEndpoints({ type: 'updated', old: state(old), object: state(old) })).toBe(false);
    expect(reads).toBe(0);
    const other = { ...old, metadata: { ...old.metadata, labels: { app: 'other' } } };
    expect(changesEndpoints({ type: 'updated', old: state(old), object: other })).toBe(true);
  });

  it('a selector is read once, however many pods it is compared with', () => {
    let reads = 0;
    const of: Service = {
      ...service(),
      spec: {
        get selector() {
          reads++;
          return { app: 'web' };
        },
      },
    };
    for (let index = 0; index < 100; index++) expect(selects(of, pod(`p${index}`))).toBe(true);
    expect(reads).toBe(1);
  });
  it('services without a selector and aliases have none', () => {
    expect(hasPods(service())).toBe(true);
    expect(hasPods(service({ selector: {} }))).toBe(false);
    expect(hasPods(service({ type: 'ExternalName' }))).toBe(false);
  });
  it('without a cluster IP it is headless', () =>
    expect([isHeadless(service()), isHeadless(service({ clusterIP: 'None' })), isHeadless(service({ clusterIP: '' }))]).toEqual([false, true, true])); // prettier-ignore
});

describe('a pod', () => {
  const endpoint: [name: string, pod: Pod, want: boolean][] = [
    ['that runs is an endpoint', pod('a'), true],
    ['that is not ready is one', pod('a', { ready: false }), true],
    ['that succeeded is none', pod('a', { phase: 'Succeeded' }), false],
    ['that failed is none', pod('a', { phase: 'Failed' }), false],
    ['without an address is none', pod('a', { ips: [] }), false],
  ];
  for (const [name, one, want] of endpoint) it(name, () => expect(isEndpoint(one)).toBe(want));

  it('has a host name in the service that is its subdomain', () => {
    expect(hostnameIn(pod('a', { spec: { hostname: 'h', subdomain: 'web' } }), service())).toBe('h');
    expect(hostnameIn(pod('a', { spec: { hostname: 'h', subdomain: 'db' } }), service())).toBeUndefined();
    expect(hostnameIn(pod('a', { spec: { subdomain: 'web' } }), service())).toBeUndefined();
  });

  const same = pod('a');
  const changes: [name: string, object: Pod, want: boolean][] = [
    ['an annotation', pod('a', { metadata: { annotations: { a: 'b' } } }), false],
    ['the time of its condition', pod('a', { readySince: CREATED }), false],
    ['readiness', pod('a', { ready: false }), true],
    ['addresses', pod('a', { ips: ['10.1.0.1', 'fd00::1'] }), true],
    ['labels', pod('a', { metadata: { labels: { app: 'db' } } }), true],
    ['deletion', pod('a', { metadata: { deletionTimestamp: CREATED } }), true],
    ['the end of its containers', pod('a', { phase: 'Failed' }), true],
    ['the node', pod('a', { spec: { nodeName: 'node-2' } }), true],
    ['the subdomain', pod('a', { spec: { hostname: 'h', subdomain: 'web' } }), true],
  ];
  for (const [name, object, want] of changes)
    it(`a change of ${name} ${want ? 'may change' : 'does not change'} endpoints`, () =>
      expect(changesEndpoints({ type: 'updated', object, old: same })).toBe(want));
  it('an added or deleted one may change endpoints', () => {
    expect(changesEndpoints({ type: 'added', object: same })).toBe(true);
    expect(changesEndpoints({ type: 'deleted', object: same })).toBe(true);
  });
});

describe('addresses', () => {
  it('are those of the family, in canonical form', () => {
    const one = pod('a', { ips: ['010.1.0.1', 'FD00:0::1', 'nonsense'] });
    expect(addressesOf(one, 'IPv4')).toEqual(['10.1.0.1']);
    expect(addressesOf(one, 'IPv6')).toEqual(['fd00::1']);
  });
  it('have the families of the service', () => {
    expect(familiesOf(service({ ipFamilies: ['IPv6', 'IPv4'] }))).toEqual(['IPv4', 'IPv6']);
    expect(familiesOf(service({ ipFamilies: [], clusterIP: 'fd00::1' }))).toEqual(['IPv6']);
    expect(familiesOf(service({ ipFamilies: [], clusterIP: 'None' }))).toEqual(['IPv4', 'IPv6']);
  });
  it('in Endpoints have the first family', () => {
    const v6 = pod('a', { ips: ['fd00::1'] });
    expect(mainFamilyOf(service({ ipFamilies: ['IPv6', 'IPv4'] }), pod('a'))).toBe('IPv6');
    expect(mainFamilyOf(service({ ipFamilies: [], clusterIP: 'fd00::1' }), pod('a'))).toBe('IPv6');
    expect(mainFamilyOf(service({ ipFamilies: [], clusterIP: 'None' }), v6)).toBe('IPv6');
  });
});

describe('ports', () => {
  const named = { ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 'web' }] };
  const containers = [
    { ports: [{ name: 'web', containerPort: 53, protocol: 'UDP' }] },
    { ports: [{ name: 'web', containerPort: 8080 }] },
  ];
  const rows: [name: string, spec: Service['spec'], pod: Pod['spec'], want: object[]][] = [
    ['by number', {}, {}, [{ name: 'http', port: 8080, protocol: 'TCP' }]],
    ['by name and protocol', named, { containers }, [{ name: 'http', port: 8080, protocol: 'TCP' }]],
    ['without such a name none', named, {}, []],
    ['of a sidecar', named, { initContainers: [{ restartPolicy: 'Always', ports: [{ name: 'web', containerPort: 9 }] }] }, [{ name: 'http', port: 9, protocol: 'TCP' }]], // prettier-ignore
    ['not of an init container', named, { initContainers: [{ ports: [{ name: 'web', containerPort: 9 }] }] }, []],
    ['with the protocol of the application', { ports: [{ port: 1, appProtocol: 'h2c' }] }, {}, [{ name: '', port: 1, protocol: 'TCP', appProtocol: 'h2c' }]], // prettier-ignore
  ];
  for (const [name, spec, of, want] of rows)
    it(name, () => {
      const { ports, text } = portsReader(service(spec))(pod('a', { spec: of }));
      expect([ports, text]).toEqual([want, portsText(ports)]);
    });
  it('ports of a pod are read once, however many names are looked for', () => {
    let reads = 0;
    const container = {
      get ports() {
        reads++;
        return [
          { name: 'n7', containerPort: 1 },
          { name: 'n7', containerPort: 2 },
        ];
      },
    };
    const ports = Array.from({ length: 1_000 }, (_, index) => ({ port: index + 1, targetPort: `n${index}` }));
    const found = portsReader(service({ ports }))(pod('a', { spec: { containers: [container] } }));
    expect([found.ports, reads]).toEqual([[{ name: '', port: 1, protocol: 'TCP' }], 1]);
  });
  it('are equal in any order, and with defaults', () => {
    expect(portsText([{ port: 1 }, { name: 'b', port: 2 }])).toBe(portsText([{ name: 'b', port: 2 }, { name: '', port: 1, protocol: 'TCP' }])); // prettier-ignore
    expect(portsText([{ port: 1 }])).not.toBe(portsText([{ port: 1, protocol: 'UDP' }]));
  });
});

describe('canonical subsets', () => {
  const repacked = (subsets: readonly EndpointSubset[]) => atOnce(repackSubsets(subsets));
  const [a, b] = ['10.0.0.1', '10.0.0.2'].map((ip) => ({ ip }));
  const [http, dns] = [
    { name: 'http', port: 80 },
    { name: 'dns', port: 53 },
  ];
  const rows: [name: string, subsets: EndpointSubset[], want: EndpointSubset[]][] = [
    ['none', [], []],
    [
      'ports of the same addresses are together, sorted',
      [
        { addresses: [b!, a!], ports: [http!] },
        { addresses: [a!, b!], ports: [dns!] },
      ],
      [{ addresses: [a!, b!], ports: [dns!, http!] }],
    ],
    [
      'addresses with other ports are apart',
      [
        { addresses: [a!, b!], ports: [http!] },
        { addresses: [a!], ports: [dns!] },
      ],
      [
        { addresses: [a!], ports: [dns!] },
        { addresses: [a!, b!], ports: [http!] },
      ],
    ],
    [
      'an address that is ready and not is not ready',
      [
        { addresses: [a!], ports: [http!] },
        { notReadyAddresses: [a!], ports: [http!] },
      ],
      [{ notReadyAddresses: [a!], ports: [http!] }],
    ],
    [
      'ready at one port only: two subsets',
      [
        { addresses: [a!], ports: [http!] },
        { notReadyAddresses: [a!], ports: [dns!] },
      ],
      [
        { notReadyAddresses: [a!], ports: [dns!] },
        { addresses: [a!], ports: [http!] },
      ],
    ],
    ['without ports', [{ addresses: [b!] }, { addresses: [a!], ports: [] }], [{ addresses: [a!, b!] }]],
    [
      'pods with one address are two',
      [
        {
          addresses: [
            { ...a!, targetRef: { uid: '2' } },
            { ...a!, targetRef: { uid: '1' } },
          ],
          ports: [http!],
        },
      ],
      [
        {
          addresses: [
            { ...a!, targetRef: { uid: '1' } },
            { ...a!, targetRef: { uid: '2' } },
          ],
          ports: [http!],
        },
      ],
    ],
  ];
  for (const [name, subsets, want] of rows)
    it(name, () => {
      expect(repacked(subsets)).toEqual(want);
      expect(repacked(want)).toEqual(want);
    });
  it('of many addresses and ports are computed in steps, each port read a few times', () => {
    const stepsOf = (subsets: EndpointSubset[]) => {
      const work = repackSubsets(subsets);
      for (let steps = 1; ; steps++) if (work.next().done) return steps;
    };
    expect(stepsOf([addressesAndPorts(20_000, 1)])).toBeGreaterThan(100);
    expect(stepsOf([{ notReadyAddresses: addressesAndPorts(20_000, 1).addresses }])).toBeGreaterThan(100);
    const texts = jest.spyOn(JSON, 'stringify');
    const steps = stepsOf([addressesAndPorts(1, 20_000)]);
    const count = texts.mock.calls.length;
    texts.mockRestore();
    expect(steps).toBeGreaterThan(40);
    expect(count).toBeLessThan(2 * 20_000 + 100);
  });

  const addressesAndPorts = (addresses: number, ports: number) => ({
    addresses: Array.from({ length: addresses }, (_, index) => ({ ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` })), // prettier-ignore
    ports: Array.from({ length: ports }, (_, index) => ({ port: index + 1 })),
  });
  it('many addresses with many ports are one subset', () => {
    const [subset, ...more] = repacked([addressesAndPorts(20_000, 20_000)]);
    expect([subset!.addresses!.length, subset!.ports!.length, more]).toEqual([20_000, 20_000, []]);
  });
  it('too many addresses that each have other ports are refused', () => {
    const each = Array.from({ length: 101 }, (_, index) => ({ addresses: [{ ip: `10.9.0.${index}` }], ports: [{ port: index + 1 }] })); // prettier-ignore
    expect(() => repacked([addressesAndPorts(2_000, 101), ...each])).toThrow(new TerminalError('too many addresses at different ports: at most 200000')); // prettier-ignore
    expect(repacked([addressesAndPorts(1_000, 101), ...each])).toHaveLength(101);
  });
});

describe('trigger times', () => {
  const later = (seconds: number) => `2024-01-01T00:02:0${seconds}Z`;

  it('begin with the creation of the service', () =>
    expect(new TriggerTimes().observe(service(), [pod('a')])).toBe(CREATED));
  it('then are those of the first pod that became ready or unready', () => {
    const times = new TriggerTimes();
    times.observe(service(), [pod('a'), pod('b')]);
    expect(times.observe(service(), [pod('a'), pod('b')])).toBeUndefined();
    const changed = [pod('a', { readySince: later(5) }), pod('b', { readySince: later(3) })];
    expect(times.observe(service(), changed)).toBe(later(3));
    expect(times.observe(service(), changed)).toBeUndefined();
    expect(times.observe(service(), [...changed, pod('c', { readySince: later(9) })])).toBe(later(9));
  });
  it('of a service that was created again are its creation', () => {
    const times = new TriggerTimes();
    times.observe(service(), []);
    expect(times.observe(service({}, { creationTimestamp: later(1) }), [])).toBe(later(1));
    times.forget({ namespace: 'n', name: 'web' });
    expect(times.observe(service(), [])).toBe(CREATED);
  });
});
