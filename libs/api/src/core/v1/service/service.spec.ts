import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { validateName } from '@orch/apimachinery';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { NEWEST_MINOR } from '../../../features/releases.js';
import { serviceDefaults } from './service-defaults.js';
import type { Service } from './service.types.js';

const harness = new KindTestHarness('Service');
const { declaration } = harness.definition;
const made = (spec: object): Service => harness.made({ spec }) as Service;
const port = { port: 80 };
const create = (spec: object): string[] => harness.create({ spec: { ports: [port], ...spec } });

describe('Service', () => {
  it('has no empty protocol of an application', () =>
    expect(create({ ports: [{ port: 80, appProtocol: '' }] })).toEqual(
      Array(2).fill('spec.ports[0].appProtocol FieldValueInvalid'),
    ));

  it('C-235 sets defaults', () => {
    expect(made({ ports: [port, { port: 53, protocol: 'UDP', targetPort: 'dns', name: 'dns' }] })).toMatchObject({
      spec: {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ports: [
          { port: 80, targetPort: 80, protocol: 'TCP' },
          { port: 53, targetPort: 'dns', protocol: 'UDP' },
        ],
      },
      status: { loadBalancer: {} },
    });
    expect(made({ type: 'LoadBalancer', sessionAffinity: 'ClientIP' }).spec).toMatchObject({
      externalTrafficPolicy: 'Cluster',
      allocateLoadBalancerNodePorts: true,
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
    });
    expect(made({ type: 'ExternalName' }).spec).toEqual({ type: 'ExternalName', sessionAffinity: 'None' });
    expect(made({ externalIPs: ['192.0.2.1'] }).spec).toMatchObject({ externalTrafficPolicy: 'Cluster' });
    expect(
      made({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } }).spec?.sessionAffinityConfig,
    ).toBeUndefined();
    expect(made({ clusterIP: 'None' }).spec?.clusterIPs).toEqual(['None']);
  });

  it('C-235 names are DNS-1035 labels', () => {
    expect(declaration.nameRule).toBe('dns-1035-label');
    const names = ['a', 'a'.repeat(63), 'a'.repeat(64), '1a', 'a.b'];
    expect(names.map((name) => validateName(declaration.nameRule, name).length)).toEqual([0, 0, 1, 1, 1]);
  });

  const rows: [name: string, spec: object, want: string[]][] = [
    ['passes with a port', {}, []],
    ['needs a port', { ports: [] }, ['spec.ports FieldValueRequired']],
    ['needs none without an address', { ports: [], clusterIP: 'None' }, []],
    [
      'has ports from 1',
      { ports: [{ port: 0 }] },
      ['spec.ports[0].port FieldValueInvalid', 'spec.ports[0].targetPort FieldValueInvalid'],
    ],
    [
      'takes older forms of source ranges, as load balancers had them',
      {
        type: 'LoadBalancer',
        ports: [{ port: 80, nodePort: 30_000 }],
        loadBalancerSourceRanges: ['010.0.0.0/8', '10.0.0.0/08'],
      },
      [],
    ],
    [
      'has a health check port in range',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: -1 },
      ['spec.healthCheckNodePort FieldValueInvalid'],
    ],
    ['has ports up to 65535', { ports: [{ port: 65_536, targetPort: 1 }] }, ['spec.ports[0].port FieldValueInvalid']],
    [
      'has target ports in range',
      { ports: [{ port: 1, targetPort: 65_536 }] },
      ['spec.ports[0].targetPort FieldValueInvalid'],
    ],
    [
      'has target ports with names of ports',
      { ports: [{ port: 1, targetPort: 'No--' }] },
      Array(3).fill('spec.ports[0].targetPort FieldValueInvalid'),
    ],
    [
      'has a known protocol',
      { ports: [{ port: 1, protocol: 'X' }] },
      ['spec.ports[0].protocol FieldValueNotSupported'],
    ],
    [
      'names its ports when there are several',
      { ports: [{ port: 1 }, { port: 2, name: 'b' }] },
      ['spec.ports[0].name FieldValueRequired'],
    ],
    [
      'names each port once',
      {
        ports: [
          { port: 1, name: 'a' },
          { port: 2, name: 'a' },
        ],
      },
      ['spec.ports[1].name FieldValueDuplicate'],
    ],
    [
      'has each port once a protocol',
      {
        ports: [
          { port: 1, name: 'a' },
          { port: 1, name: 'b' },
        ],
      },
      ['spec.ports[1] FieldValueDuplicate'],
    ],
    [
      'may have a port for two protocols',
      {
        ports: [
          { port: 1, name: 'a' },
          { port: 1, name: 'b', protocol: 'UDP' },
        ],
      },
      [],
    ],
    [
      'has each node port once a protocol',
      {
        type: 'NodePort',
        ports: [
          { port: 1, name: 'a', nodePort: 5 },
          { port: 2, name: 'b', nodePort: 5 },
        ],
      },
      ['spec.ports[1].nodePort FieldValueDuplicate'],
    ],
    [
      'has no node port inside',
      { ports: [{ port: 1, nodePort: 30_000 }] },
      ['spec.ports[0].nodePort FieldValueForbidden'],
    ],
    ['has a known type', { type: 'X' }, ['spec.type FieldValueNotSupported']],
    ['selects by labels', { selector: { a: '-' } }, ['spec.selector FieldValueInvalid']],
    [
      'is an alias of a name',
      { type: 'ExternalName', externalName: 'Example' },
      ['spec.externalName FieldValueInvalid'],
    ],
    ['is an alias of something', { type: 'ExternalName' }, ['spec.externalName FieldValueRequired']],
    ['may be an alias of a full name', { type: 'ExternalName', externalName: 'example.com.', ports: [] }, []],
    [
      'has no address as an alias',
      {
        type: 'ExternalName',
        externalName: 'a',
        clusterIP: '10.0.0.1',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      },
      ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'].map((f) => `spec.${f} FieldValueForbidden`),
    ],
    ['has an address for nodes', { type: 'NodePort', clusterIP: 'None' }, ['spec.clusterIPs[0] FieldValueInvalid']],
    ['may have an address in an older form', { clusterIP: '010.0.0.1' }, []],
    ['has valid addresses', { clusterIP: 'a' }, ['spec.clusterIPs[0] FieldValueInvalid']],
    [
      'has valid addresses before all else',
      { clusterIP: 'a', type: 'X', selector: { a: '-' } },
      ['spec.clusterIPs[0] FieldValueInvalid'],
    ],
    [
      'has a known family, whatever its address is',
      { clusterIP: '10.0.0.1', ipFamilies: ['IPv5'] },
      ['spec.ipFamilies[0] FieldValueNotSupported'],
    ],
    [
      'names its first address twice',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.2'] },
      ['spec.clusterIPs FieldValueInvalid'],
    ],
    ['names its first address in both fields', { clusterIPs: ['10.0.0.2'] }, ['spec.clusterIPs FieldValueInvalid']],
    [
      'has no address or some',
      { clusterIP: 'None', clusterIPs: ['None', '10.0.0.1'] },
      ['spec.clusterIPs FieldValueInvalid'],
    ],
    [
      'has no address once',
      { clusterIP: 'None', clusterIPs: ['None', 'None'] },
      ['spec.clusterIPs FieldValueInvalid', 'spec.clusterIPs[1] FieldValueInvalid'],
    ],
    [
      'has an address a family',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', '10.0.0.2'] },
      ['spec.clusterIPs FieldValueInvalid'],
    ],
    [
      'has two addresses at most',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1', '10.0.0.2'] },
      ['spec.clusterIPs FieldValueInvalid'],
    ],
    [
      'has addresses of its families',
      { clusterIP: '10.0.0.1', ipFamilies: ['IPv6'] },
      ['spec.clusterIPs[0] FieldValueInvalid'],
    ],
    ['has each family once', { ipFamilies: ['IPv4', 'IPv4'] }, ['spec.ipFamilies[1] FieldValueDuplicate']],
    ['has known families', { ipFamilies: ['IPv5'] }, ['spec.ipFamilies[0] FieldValueNotSupported']],
    ['has a known policy of families', { ipFamilyPolicy: 'X' }, ['spec.ipFamilyPolicy FieldValueNotSupported']],
    ['has a known affinity', { sessionAffinity: 'X' }, ['spec.sessionAffinity FieldValueNotSupported']],
    [
      'keeps clients a day at most',
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } },
      ['spec.sessionAffinityConfig.clientIP.timeoutSeconds FieldValueInvalid'],
    ],
    [
      'has no address of this machine',
      { externalIPs: ['127.0.0.1', 'x'] },
      ['spec.externalIPs[0] FieldValueInvalid', 'spec.externalIPs[1] FieldValueInvalid'],
    ],
    [
      'balances only as a balancer',
      { loadBalancerSourceRanges: ['10.0.0.0/8'], allocateLoadBalancerNodePorts: true, loadBalancerClass: 'a' },
      ['LoadBalancerSourceRanges', 'allocateLoadBalancerNodePorts', 'loadBalancerClass'].map(
        (f) => `spec.${f} FieldValueForbidden`,
      ),
    ],
    [
      'balances for ranges',
      { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0'] },
      ['spec.LoadBalancerSourceRanges[0] FieldValueInvalid'],
    ],
    [
      'has a policy for outside only outside',
      { externalTrafficPolicy: 'Local' },
      ['spec.externalTrafficPolicy FieldValueInvalid'],
    ],
    [
      'has a known policy for outside',
      { type: 'NodePort', externalTrafficPolicy: 'X' },
      ['spec.externalTrafficPolicy FieldValueNotSupported'],
    ],
    [
      'has a known policy for inside',
      { internalTrafficPolicy: 'X' },
      ['spec.internalTrafficPolicy FieldValueNotSupported'],
    ],
    [
      'has nodes asked only where it matters',
      { type: 'NodePort', healthCheckNodePort: 5 },
      ['spec.healthCheckNodePort FieldValueInvalid'],
    ],
  ];
  for (const [name, spec, want] of rows) it(`a service ${name}`, () => expect(create(spec)).toEqual(want));

  describe('an update', () => {
    const stored = {
      clusterIP: '10.0.0.1',
      clusterIPs: ['10.0.0.1'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    };
    const nodePorts = { ...stored, type: 'NodePort', ports: [{ name: 'a', port: 80, nodePort: 30_001 }] };
    const changed = (before: object, after: object): unknown =>
      harness.changed({ spec: before }, { spec: after })['spec'];

    it('keeps assigned values for absent fields', () => {
      expect(
        changed(nodePorts, {
          type: 'NodePort',
          ports: [
            { name: 'a', port: 81 },
            { name: 'b', port: 82 },
          ],
        }),
      ).toMatchObject({
        clusterIP: '10.0.0.1',
        clusterIPs: ['10.0.0.1'],
        ports: [{ name: 'a', nodePort: 30_001 }, { name: 'b' }],
      });
      const moved = changed(nodePorts, {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 82, nodePort: 30_001 },
        ],
      });
      expect((moved as { ports: object[] }).ports[0]).not.toHaveProperty('nodePort');
      const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };
      expect(changed({ ...stored, ...local, healthCheckNodePort: 7 }, local)).toMatchObject({ healthCheckNodePort: 7 });
    });

    it('drops fields that the new type lacks', () => {
      const alias = changed(nodePorts, { ...nodePorts, type: 'ExternalName', externalName: 'a.b' }) as object;
      for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'])
        expect(alias).not.toHaveProperty(field);
      expect(changed(nodePorts, { ...nodePorts, type: 'ClusterIP' })).toMatchObject({
        ports: [{ name: 'a', port: 80 }],
      });
      expect(harness.update({ spec: nodePorts }, { spec: { ...nodePorts, type: 'ClusterIP' } })).toEqual([]);
      const balancer = {
        ...nodePorts,
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 7,
        loadBalancerClass: 'a/b',
        allocateLoadBalancerNodePorts: false,
      };
      expect(harness.update({ spec: balancer }, { spec: { ...balancer, type: 'ClusterIP' } })).toEqual([]);
    });

    it('clears load balancer addresses on a type change', () => {
      const old = {
        ...harness.made({ spec: { ...nodePorts, type: 'LoadBalancer' } }),
        status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
      };
      const { strategy } = harness.definition;
      const update = (...given: unknown[]) => strategy.prepareForUpdate!(...(given as [never, never, never]));
      const context = { vocabulary: vocabularies.orch } as never;
      expect(update({ ...old, spec: nodePorts } as never, old as never, context)['status']).toEqual({
        loadBalancer: {},
      });
      expect(update(old as never, old as never, context)['status']).toEqual(old.status);
    });

    const kept: [name: string, before: object, after: object, want: string[]][] = [
      [
        'C-235 keeps the address',
        stored,
        { ...stored, clusterIP: '10.0.0.2' },
        ['spec.clusterIPs[0] FieldValueInvalid'],
      ],
      [
        'keeps that there is none',
        { clusterIP: 'None' },
        { clusterIP: '10.0.0.2' },
        ['spec.clusterIPs[0] FieldValueInvalid'],
      ],
      [
        'keeps the first family',
        stored,
        { ...stored, ipFamilies: ['IPv6', 'IPv4'] },
        ['spec.clusterIPs[0] FieldValueInvalid'],
      ],
      [
        'may add an address',
        stored,
        { ...stored, clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilies: ['IPv4', 'IPv6'] },
        [],
      ],
      [
        'may drop the second',
        { ...stored, clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilies: ['IPv4', 'IPv6'] },
        stored,
        [],
      ],
      [
        'keeps the port that nodes are asked by',
        { ...stored, type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 7 },
        { ...stored, type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 8 },
        ['spec.healthCheckNodePort FieldValueForbidden'],
      ],
      [
        'keeps who makes a balancer',
        { ...stored, type: 'LoadBalancer', loadBalancerClass: 'a' },
        { ...stored, type: 'LoadBalancer' },
        ['spec.loadBalancerClass FieldValueInvalid'],
      ],
    ];
    for (const [name, before, after, want] of kept) {
      const ports = [port];
      it(name, () =>
        expect(harness.update({ spec: { ports, ...before } }, { spec: { ports, ...after } })).toEqual(want),
      );
    }
  });

  const ofRelease = (minor: number) =>
    new KindTestHarness('Service', { ...harness.context, features: new ReleaseGates(minor) });
  const balanced: [name: string, minor: number, spec: object, errors: string[]][] = [
    ['a service without load balancer has no addresses of one', 29, {}, ['status.loadBalancer.ingress FieldValueForbidden']],
    ['a service without load balancer has none in the newest release', NEWEST_MINOR, {}, ['status.loadBalancer.ingress FieldValueForbidden']],
    ['it may have some in older releases', 28, {}, []],
    ['a load balancer has some', 29, { type: 'LoadBalancer' }, []],
  ]; // prettier-ignore
  for (const [name, minor, spec, errors] of balanced) {
    it(`status in 1.${minor}: ${name}`, () => {
      const old = harness.made({ spec: { ports: [port], ...spec } });
      const status = { loadBalancer: { ingress: [{ hostname: 'a.example.com' }] } };
      expect(ofRelease(minor).written('status', old, { status }).errors).toEqual(errors);
    });
  }

  it('validates the load balancer status', () => {
    const old = harness.made({ spec: { type: 'LoadBalancer', ports: [port] } });
    const write = (point: object): string[] =>
      harness.written('status', old, { status: { loadBalancer: { ingress: [point] } } }).errors;
    expect(write({ ip: '1.2.3.4', hostname: 'a.example.com', ports: [{ port: 80, protocol: 'TCP' }] })).toEqual([]);
    const at = 'status.loadBalancer.ingress[0]';
    expect(write({ ip: 'x' })).toEqual([`${at}.ip FieldValueInvalid`]);
    for (const hostname of ['1.2.3.4', '01.2.3.4'])
      expect(write({ hostname })).toEqual([`${at}.hostname FieldValueInvalid`]);
    expect(write({ ipMode: 'VIP' })).toEqual([`${at}.ipMode FieldValueForbidden`]);
    // Ports are the word of the implementation, as in kube-apiserver.
    expect(write({ ip: '1.2.3.4', ports: [{ port: 0, protocol: 'X' }] })).toEqual([]);
  });

  it('an IP address of a load balancer is a virtual one by default, from 1.30 on', () => {
    const status = {
      loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'a' }, { ip: '1.2.3.5', ipMode: 'Proxy' }] },
    };
    const modes = (type: string, minor?: number) =>
      (
        serviceDefaults({ spec: { type }, status } as unknown as Service, undefined, minor) as Service
      ).status?.loadBalancer?.ingress?.map(({ ipMode }) => ipMode);
    expect(modes('LoadBalancer')).toEqual(['VIP', undefined, 'Proxy']);
    expect(modes('LoadBalancer', 30)).toEqual(['VIP', undefined, 'Proxy']);
    expect(modes('LoadBalancer', 29)).toEqual([undefined, undefined, 'Proxy']);
    expect(modes('NodePort')).toEqual([undefined, undefined, 'Proxy']);
  });

  it('a name outside the cluster has no internal traffic', () => {
    const outside = { type: 'ExternalName', externalName: 'a.example.com', internalTrafficPolicy: 'Local' };
    expect(made(outside).spec).not.toHaveProperty('internalTrafficPolicy');
    const moved = harness.changed({ spec: { ports: [port] } }, { spec: outside }) as Service;
    expect(moved.spec).not.toHaveProperty('internalTrafficPolicy');
  });

  it('a newer traffic distribution needs its gate, unless it is stored', () => {
    const release = (minor: number) =>
      new KindTestHarness('Service', { ...harness.context, features: new ReleaseGates(minor) });
    const near = { spec: { ports: [port], trafficDistribution: 'PreferSameZone' } };
    const refused = ['spec.trafficDistribution FieldValueNotSupported'];
    expect([33, 34].map((minor) => release(minor).create(near))).toEqual([refused, []]);
    expect(release(33).update(near, near)).toEqual([]);
  });

  const cells = (spec: object, status: object = {}): unknown[] =>
    declaration.columns!.map((column) => column.value({ metadata: { name: 'a' }, spec, status } as never, 0));
  const shown: [spec: object, status: object, want: unknown[]][] = [
    [
      {
        type: 'NodePort',
        clusterIPs: ['10.0.0.1'],
        ports: [
          { port: 80, nodePort: 30_001, protocol: 'TCP' },
          { port: 53, protocol: 'UDP' },
        ],
        selector: { b: '2', a: '1' },
      },
      {},
      ['a', 'NodePort', '10.0.0.1', '<none>', '80:30001/TCP,53/UDP', '<unknown>', 'a=1,b=2'],
    ],
    [
      { type: 'LoadBalancer', clusterIPs: ['10.0.0.1'] },
      {},
      ['a', 'LoadBalancer', '10.0.0.1', '<pending>', '<none>', '<unknown>', '<none>'],
    ],
    [
      { type: 'LoadBalancer', clusterIPs: ['10.0.0.1'], externalIPs: ['5.6.7.8'] },
      { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }] } },
      ['a', 'LoadBalancer', '10.0.0.1', '1.2.3.4,h,5.6.7.8', '<none>', '<unknown>', '<none>'],
    ],
    [
      { type: 'ExternalName', externalName: 'e.com' },
      {},
      ['a', 'ExternalName', '<none>', 'e.com', '<none>', '<unknown>', '<none>'],
    ],
  ];
  for (const [spec, status, want] of shown)
    it(`shows ${want[1] as string} as ${want[3] as string}`, () => expect(cells(spec, status)).toEqual(want));

  it('is selected by type and address', () => {
    const object = harness.made({ spec: { clusterIP: 'None' } });
    expect(Object.entries(declaration.selectableFields!).map(([field, read]) => [field, read(object)])).toEqual([
      ['spec.clusterIP', 'None'],
      ['spec.type', 'ClusterIP'],
    ]);
  });
});

describe('the annotation about clients of a load balancer', () => {
  const harness = new KindTestHarness('Service');
  const key = harness.definition.vocabulary.annotations.loadBalancerSourceRanges;
  const annotated = (text: string, spec: object = { type: 'LoadBalancer' }): object => ({
    metadata: { name: 'x', annotations: { [key]: text } },
    spec: { ports: [{ port: 1 }], ...spec },
  });
  const at = `metadata.annotations[${key}]`;
  const cases: [string, object, string[]][] = [
    ['is a list of ranges', annotated(' 10.0.0.0/8 , 1.2.3.0/24'), []],
    ['may be empty', annotated(' '), []],
    ['has no other text', annotated('10.0.0.0/8,x'), [`${at} FieldValueInvalid`]],
    ['is of load balancers', annotated('10.0.0.0/8', {}), [`${at} FieldValueForbidden`]],
    ['is of no effect next to the field', annotated('x', { type: 'LoadBalancer', loadBalancerSourceRanges: ['1.2.3.0/24'] }), []],
  ]; // prettier-ignore
  for (const [name, service, want] of cases) it(name, () => expect(harness.create(service)).toEqual(want));
  it('may stay as it was', () => expect(harness.update(annotated('x'), annotated('x'))).toEqual([]));
});
