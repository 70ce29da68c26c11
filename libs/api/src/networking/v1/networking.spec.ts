import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

type Row = [name: string, body: object, want: string[]];

const check = (kind: string, rows: readonly Row[]): void => {
  const harness = new KindTestHarness(kind);
  for (const [name, body, want] of rows) it(`${kind}: ${name}`, () => expect(harness.create(body)).toEqual(want));
};
const cells = (kind: string, object: object): unknown[] => {
  const columns = new KindTestHarness(kind).definition.declaration.columns!;
  return columns.map((column) => column.value({ metadata: { name: 'a' }, ...object } as never, 0));
};

describe('Ingress', () => {
  const service = { name: 'web', port: { number: 80 } };
  const backend = { service };
  const rule = (path: object): object => ({
    spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...path }] } }] },
  });
  const at = 'spec.rules[0].http.paths[0]';
  check('Ingress', [
    ['passes', rule({}), []],
    ['needs rules or a default', {}, ['spec FieldValueInvalid']],
    ['may have a default alone', { spec: { defaultBackend: backend } }, []],
    ['needs paths', { spec: { rules: [{ http: { paths: [] } }] } }, ['spec.rules[0].http.paths FieldValueRequired']],
    ['needs a type of paths', rule({ pathType: undefined }), [`${at}.pathType FieldValueRequired`]],
    ['has a known type of paths', rule({ pathType: 'Regex' }), [`${at}.pathType FieldValueNotSupported`]],
    ['has absolute paths', rule({ path: 'a' }), [`${at}.path FieldValueInvalid`]],
    ['has normalized paths', rule({ path: '/a/../b//c/..' }), Array(3).fill(`${at}.path FieldValueInvalid`)],
    ['has no hidden slashes', rule({ path: '/a%2fb', pathType: 'Exact' }), [`${at}.path FieldValueInvalid`]],
    ['may have an implementation-specific path', rule({ path: '', pathType: 'ImplementationSpecific' }), []],
    [
      'which is absolute if present',
      rule({ path: 'a', pathType: 'ImplementationSpecific' }),
      [`${at}.path FieldValueInvalid`],
    ],
    ['needs a backend', rule({ backend: {} }), [`${at}.backend FieldValueInvalid`]],
    [
      'has one backend',
      rule({ backend: { service, resource: { kind: 'K', name: 'n' } } }),
      [`${at}.backend FieldValueInvalid`],
    ],
    [
      'names what is behind',
      rule({ backend: { resource: { apiGroup: '-' } } }),
      ['apiGroup FieldValueInvalid', 'kind FieldValueRequired', 'name FieldValueRequired'].map(
        (f) => `${at}.backend.resource.${f}`,
      ),
    ],
    [
      'names no empty group behind',
      rule({ backend: { resource: { apiGroup: '', kind: 'K', name: 'n' } } }),
      [`${at}.backend.resource.apiGroup FieldValueInvalid`],
    ],
    [
      'names the service behind',
      rule({ backend: { service: { name: '1a', port: {} } } }),
      [`${at}.backend.service.name FieldValueInvalid`, `${at}.backend FieldValueRequired`],
    ],
    [
      'names its port one way',
      rule({ backend: { service: { name: 'a', port: { name: 'b', number: 1 } } } }),
      [`${at}.backend FieldValueInvalid`],
    ],
    [
      'has ports',
      rule({ backend: { service: { name: 'a', port: { number: 70_000 } } } }),
      [`${at}.backend.service.port.number FieldValueInvalid`],
    ],
    [
      'has names of ports',
      rule({ backend: { service: { name: 'a', port: { name: '8' } } } }),
      [`${at}.backend.service.port.name FieldValueInvalid`],
    ],
    [
      'has hosts',
      { spec: { rules: [{ host: 'A' }, { host: '1.2.3.4' }, { host: 'a.*' }, { host: '*.example.com' }] } },
      [0, 1, 2].map((i) => `spec.rules[${i}].host FieldValueInvalid`),
    ],
    [
      'has hosts of certificates',
      { spec: { defaultBackend: backend, tls: [{ hosts: ['-'], secretName: '-' }] } },
      ['spec.tls[0].hosts[0]', 'spec.tls[0].secretName'].map((f) => `${f} FieldValueInvalid`),
    ],
    [
      'has a name of its class',
      { spec: { defaultBackend: backend, ingressClassName: '' } },
      ['spec.ingressClassName FieldValueInvalid'],
    ],
    [
      'names its class one way',
      {
        metadata: { name: 'a', annotations: { 'orch.io/ingress.class': 'x' } },
        spec: { defaultBackend: backend, ingressClassName: 'y' },
      },
      ['annotations.orch.io/ingress.class FieldValueInvalid'],
    ],
  ]);

  it('shows hosts, class, address and ports', () => {
    expect(cells('Ingress', {})).toEqual(['a', '<none>', '*', '', '80', '<unknown>']);
    const hosts = ['a', 'b', 'c', 'd'].map((host) => ({ host }));
    const status = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, { hostname: 'h' }] } };
    expect(cells('Ingress', { spec: { ingressClassName: 'x', rules: hosts, tls: [{}] }, status })).toEqual([
      'a',
      'x',
      'a,b,c + 1 more...',
      '1.2.3.4,h',
      '80, 443',
      '<unknown>',
    ]);
  });

  it('validates the load balancer status', () => {
    const harness = new KindTestHarness('Ingress');
    const old = harness.made({ spec: { defaultBackend: backend } });
    const status = { loadBalancer: { ingress: [{ ip: 'x' }] } };
    expect(harness.written('status', old, { status }).errors).toEqual([
      'status.loadBalancer.ingress[0].ip FieldValueInvalid',
    ]);
  });
});

describe('IngressClass', () => {
  const parameters = (more: object): object => ({
    spec: { controller: 'a.io/b', parameters: { kind: 'K', name: 'n', ...more } },
  });
  const at = 'spec.parameters';
  check('IngressClass', [
    ['passes', parameters({ scope: 'Namespace', namespace: 'n' }), []],
    ['needs a controller', {}, ['spec.controller FieldValueRequired']],
    ['has a controller of a domain', { spec: { controller: 'nginx' } }, ['spec.controller FieldValueInvalid']],
    [
      'has a controller of a valid domain',
      { spec: { controller: 'A/b c' } },
      Array(2).fill('spec.controller FieldValueInvalid'),
    ],
    [
      'has a short name of it',
      { spec: { controller: `a.io/${'b'.repeat(250)}` } },
      ['spec.controller FieldValueTooLong'],
    ],
    ['has no empty group', parameters({ apiGroup: '' }), [`${at}.apiGroup FieldValueInvalid`]],
    ['has a known scope', parameters({ scope: 'X' }), [`${at}.scope FieldValueNotSupported`]],
    ['needs a namespace in one', parameters({ scope: 'Namespace' }), [`${at}.namespace FieldValueRequired`]],
    ['has none in the cluster', parameters({ namespace: 'n' }), [`${at}.namespace FieldValueForbidden`]],
    [
      'names its parameters',
      parameters({ kind: '', name: '' }),
      ['kind', 'name'].map((f) => `${at}.${f} FieldValueRequired`),
    ],
  ]);
  it('has an immutable controller', () =>
    expect(
      new KindTestHarness('IngressClass').update(
        { spec: { controller: 'a.io/b' } },
        { spec: { controller: 'a.io/c' } },
      ),
    ).toEqual(['spec.controller FieldValueInvalid']));
  it('has cluster-scoped parameters by default', () =>
    expect(new KindTestHarness('IngressClass').made(parameters({}))).toMatchObject({
      spec: { parameters: { scope: 'Cluster' } },
    }));
  it('shows its parameters', () => {
    expect(cells('IngressClass', parameters({ apiGroup: 'g' }))).toEqual(['a', 'a.io/b', 'K.g/n', '<unknown>']);
    expect(cells('IngressClass', {})).toEqual(['a', '', '<none>', '<unknown>']);
  });
});

describe('NetworkPolicy', () => {
  const ports = (port: object): object => ({ spec: { ingress: [{ ports: [port] }] } });
  const peer = (to: object): object => ({ spec: { egress: [{ to: [to] }] } });
  const port = 'spec.ingress[0].ports[0]';
  const to = 'spec.egress[0].to[0]';
  check('NetworkPolicy', [
    [
      'passes',
      {
        spec: {
          podSelector: {},
          ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80, endPort: 90 }, { port: 'http' }, {}] }],
        },
      },
      [],
    ],
    [
      'selects by labels',
      { spec: { podSelector: { matchExpressions: [{ key: 'a', operator: 'X' }] } } },
      ['spec.podSelector.matchExpressions[0].operator FieldValueInvalid'],
    ],
    ['has a known protocol', ports({ protocol: 'X' }), [`${port}.protocol FieldValueNotSupported`]],
    ['has ports', ports({ port: 0 }), [`${port}.port FieldValueInvalid`]],
    ['has no end without a begin', ports({ endPort: 5 }), [`${port}.endPort FieldValueInvalid`]],
    ['has no end of a name', ports({ port: 'a', endPort: 5 }), [`${port}.endPort FieldValueInvalid`]],
    ['has the end after the begin', ports({ port: 6, endPort: 5 }), [`${port}.endPort FieldValueInvalid`]],
    ['names a peer', peer({}), [`${to} FieldValueRequired`]],
    [
      'has addresses or pods',
      peer({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
      [`${to} FieldValueForbidden`],
    ],
    ['has a range', peer({ ipBlock: { cidr: '' } }), [`${to}.ipBlock.cidr FieldValueRequired`]],
    ['has a valid range', peer({ ipBlock: { cidr: '10.0.0.0' } }), [`${to}.ipBlock.cidr FieldValueInvalid`]],
    [
      'takes out parts of it',
      peer({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.0.0.0/8', '11.0.0.0/16', 'x'] } }),
      [1, 2, 3].map((i) => `${to}.ipBlock.except[${i}] FieldValueInvalid`),
    ],
    ['has known types', { spec: { policyTypes: ['X'] } }, ['spec.policyTypes[0] FieldValueNotSupported']],
    [
      'has two types at most',
      { spec: { policyTypes: ['Ingress', 'Egress', 'Ingress'] } },
      ['spec.policyTypes FieldValueInvalid'],
    ],
  ]);
  it('defaults its policy types from its rules', () => {
    const types = (spec: object): unknown =>
      (new KindTestHarness('NetworkPolicy').made({ spec })['spec'] as { policyTypes: unknown }).policyTypes;
    expect([types({}), types({ egress: [{}] }), types({ policyTypes: ['Egress'] })]).toEqual([
      ['Ingress'],
      ['Ingress', 'Egress'],
      ['Egress'],
    ]);
    expect(new KindTestHarness('NetworkPolicy').made(ports({ port: 1 }))).toMatchObject({
      spec: { ingress: [{ ports: [{ protocol: 'TCP' }] }] },
    });
  });
  it('shows its pods', () => {
    expect(cells('NetworkPolicy', { spec: { podSelector: { matchLabels: { a: 'b' } } } })).toEqual([
      'a',
      'a=b',
      '<unknown>',
    ]);
    expect(cells('NetworkPolicy', { spec: { podSelector: {} } })).toEqual(['a', '<none>', '<unknown>']);
  });
});

describe('IPAddress', () => {
  const address = (
    name: string,
    parentRef: object = { resource: 'services', name: 'web', namespace: 'n' },
  ): object => ({ metadata: { name }, spec: { parentRef } });
  check('IPAddress', [
    ['passes', address('10.0.0.1'), []],
    ['is named by an address', address('web'), ['metadata.name FieldValueInvalid']],
    ['is named one way', address('FD00::1'), ['metadata.name FieldValueInvalid']],
    ['says whose it is', { metadata: { name: 'fd00::1' } }, ['spec.parentRef FieldValueRequired']],
    [
      'names whose it is',
      address('10.0.0.1', { group: '-' }),
      ['group FieldValueInvalid', 'resource FieldValueRequired', 'name FieldValueRequired'].map(
        (f) => `spec.parentRef.${f}`,
      ),
    ],
  ]);
  it('has an immutable parent', () =>
    expect(
      new KindTestHarness('IPAddress').update(
        address('10.0.0.1'),
        address('10.0.0.1', { resource: 'services', name: 'b' }),
      ),
    ).toEqual(['spec.parentRef FieldValueInvalid']));
  it('shows its parent', () => {
    expect(cells('IPAddress', address('10.0.0.1'))).toEqual(['10.0.0.1', 'services/n/web']);
    expect(cells('IPAddress', {})).toEqual(['a', '<none>']);
  });
});

describe('ServiceCIDR', () => {
  const cidrs = (...list: string[]): object => ({ spec: { cidrs: list } });
  check('ServiceCIDR', [
    ['passes', cidrs('10.0.0.0/24', 'fd00::/112'), []],
    ['needs a range', cidrs(), ['spec.cidrs FieldValueRequired']],
    ['has no bits of an address', cidrs('10.0.0.5/24'), ['spec.cidrs[0] FieldValueInvalid']],
    ['is written as it is printed', cidrs('FD00::/112'), ['spec.cidrs[0] FieldValueInvalid']],
    ['is of one family only', cidrs('::ffff:10.0.0.0/120'), ['spec.cidrs[0] FieldValueInvalid']],
    ['has two at most', cidrs('10.0.0.0/24', 'fd00::/112', '10.1.0.0/24'), ['spec.cidrs FieldValueInvalid']],
    ['has one a family', cidrs('10.0.0.0/24', '10.1.0.0/24'), ['spec.cidrs FieldValueInvalid']],
    ['has ranges', cidrs('10.0.0.0'), ['spec.cidrs[0] FieldValueInvalid']],
    ['writes ranges one way', cidrs('10.0.0.1/24'), ['spec.cidrs[0] FieldValueInvalid']],
  ]);
  it.each([
    ['a range', cidrs('10.0.0.0/24'), cidrs('10.1.0.0/24'), ['spec.cidrs[0] FieldValueInvalid']],
    ['all ranges', cidrs('10.0.0.0/24'), cidrs(), ['spec.cidrs FieldValueInvalid']],
    ['one of two', cidrs('10.0.0.0/24', 'fd00::/112'), cidrs('10.0.0.0/24'), ['spec.cidrs FieldValueInvalid']],
    ['what is added', cidrs('10.0.0.0/24'), cidrs('10.0.0.0/24', '10.1.0.0/24'), ['spec.cidrs FieldValueInvalid']],
    ['nothing', cidrs('10.0.0.0/24'), cidrs('10.0.0.0/24', 'fd00::/112'), []],
  ])('an update is refused for %s', (_name, before, after, want) =>
    expect(new KindTestHarness('ServiceCIDR').update(before, after)).toEqual(want),
  );
  it('shows its ranges', () =>
    expect(cells('ServiceCIDR', cidrs('10.0.0.0/24', 'fd00::/112'))).toEqual([
      'a',
      '10.0.0.0/24,fd00::/112',
      '<unknown>',
    ]));
  it('leaves status conditions to its controller', () => {
    const harness = new KindTestHarness('ServiceCIDR');
    const status = { conditions: [{ type: 'Ready', status: 'X' }] };
    expect(harness.written('status', harness.made(cidrs('10.0.0.0/24')), { status }).errors).toEqual([]);
  });
});
