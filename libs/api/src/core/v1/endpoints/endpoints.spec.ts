import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Endpoints');
const subset = (more: object): object => ({
  subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }], ...more }],
});

const rows: [name: string, body: object, want: string[]][] = [
  ['may be empty', {}, []],
  ['pass with an address and a port', subset({}), []],
  ['have an address a subset', { subsets: [{ ports: [{ port: 80 }] }] }, ['subsets[0] FieldValueRequired']],
  [
    'have addresses',
    subset({ addresses: [{ ip: 'x' }] }),
    [1, 2].map(() => 'subsets[0].addresses[0].ip FieldValueInvalid'),
  ],
  [
    'have no address of this machine',
    subset({ notReadyAddresses: [{ ip: '127.0.0.1' }] }),
    ['subsets[0].notReadyAddresses[0].ip FieldValueInvalid'],
  ],
  [
    'but for the server itself',
    { metadata: { name: 'orch', namespace: 'default' }, ...subset({ addresses: [{ ip: '127.0.0.1' }] }) },
    [],
  ],
  [
    'have names of hosts and nodes',
    subset({ addresses: [{ ip: '10.0.0.1', hostname: 'a.b', nodeName: '-' }] }),
    ['hostname', 'nodeName'].map((f) => `subsets[0].addresses[0].${f} FieldValueInvalid`),
  ],
  [
    'have no empty names of nodes',
    subset({ addresses: [{ ip: '10.0.0.1', nodeName: '' }] }),
    ['subsets[0].addresses[0].nodeName FieldValueInvalid'],
  ],
  [
    'have protocols of applications',
    subset({ ports: [{ port: 80, appProtocol: '' }] }),
    Array(2).fill('subsets[0].ports[0].appProtocol FieldValueInvalid'),
  ],
  [
    'name their ports when there are several',
    subset({ ports: [{ port: 80 }, { port: 0, name: 'b', protocol: 'X' }] }),
    [
      'subsets[0].ports[0].name FieldValueRequired',
      'subsets[0].ports[1].port FieldValueInvalid',
      'subsets[0].ports[1].protocol FieldValueNotSupported',
    ],
  ],
];

describe('Endpoints', () => {
  for (const [name, body, want] of rows) {
    it(name, () => {
      expect(harness.create(body)).toEqual(want);
      expect(harness.update({}, body)).toEqual(want);
    });
  }

  it('have TCP ports', () =>
    expect(harness.made(subset({}))).toMatchObject({ subsets: [{ ports: [{ port: 80, protocol: 'TCP' }] }] }));

  const text = (subsets: object[]): unknown =>
    harness.definition.declaration.columns![1]!.value(harness.made({ subsets }), 0);
  const ips = (...list: string[]): object[] => list.map((ip) => ({ ip }));
  const shown: [subsets: object[], want: string][] = [
    [[], '<none>'],
    [[{ addresses: ips('1.1.1.1', 'fd00::1'), ports: [{ port: 80 }] }], '1.1.1.1:80,[fd00::1]:80'],
    [[{ addresses: ips('1.1.1.1') }], '1.1.1.1'],
    [
      [{ addresses: ips('a', 'b'), ports: [{ port: 1 }, { port: 2 }] }, { addresses: ips('c') }],
      'a:1,b:1,a:2 + 2 more...',
    ],
  ];
  for (const [subsets, want] of shown) it(`show ${want}`, () => expect(text(subsets)).toBe(want));
});
