import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('EndpointSlice');
const { labels } = vocabularies.orch;
const slice = (more: object = {}): object => ({
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'] }],
  ...more,
});
const endpoint = (more: object): object => slice({ endpoints: [{ addresses: ['10.0.0.1'], ...more }] });
const at = 'endpoints[0]';

const rows: [name: string, body: object, want: string[]][] = [
  ['passes', slice({ ports: [{ port: 80 }, { name: 'all', protocol: 'UDP' }] }), []],
  ['D-240 needs a type of addresses', { addressType: '' }, ['addressType FieldValueRequired']],
  ['has a known type of addresses', { addressType: 'X' }, ['addressType FieldValueNotSupported']],
  [
    'has addresses of its type',
    endpoint({ addresses: ['fd00::1', '127.0.0.1'] }),
    [`${at}.addresses FieldValueInvalid`, `${at}.addresses[1] FieldValueInvalid`],
  ],
  [
    'has names of two segments',
    { addressType: 'FQDN', endpoints: [{ addresses: ['x', 'a.b'] }] },
    ['endpoints[0].addresses[0] FieldValueInvalid'],
  ],
  [
    'has addresses of IPv6 in their one form',
    { addressType: 'IPv6', endpoints: [{ addresses: ['2001:DB8::1', '2001:db8::1', '::ffff:10.0.0.1', '01.2.3.4'] }] },
    [0, 2, 3].map((index) => `endpoints[0].addresses[${index}] FieldValueInvalid`),
  ],
  ['may have names as addresses', { addressType: 'FQDN', endpoints: [{ addresses: ['example.com.'] }] }, []],
  ['has an address an endpoint', endpoint({ addresses: [] }), [`${at}.addresses FieldValueRequired`]],
  [
    'D-240 has 1000 endpoints at most',
    slice({ endpoints: Array(1_001).fill({ addresses: ['10.0.0.1'] }) }),
    ['endpoints FieldValueTooMany'],
  ],
  ['may have 1000 endpoints', slice({ endpoints: Array(1_000).fill({ addresses: ['10.0.0.1'] }) }), []],
  [
    'D-240 has 100 ports at most',
    slice({ ports: Array.from({ length: 101 }, (_, i) => ({ name: `p${i}` })) }),
    ['ports FieldValueTooMany'],
  ],
  ['may have 100 ports', slice({ ports: Array.from({ length: 100 }, (_, i) => ({ name: `p${i}` })) }), []],
  [
    'has 100 addresses an endpoint',
    endpoint({ addresses: Array(101).fill('10.0.0.1') }),
    [`${at}.addresses FieldValueTooMany`],
  ],
  ['names each port once', slice({ ports: [{ port: 1 }, { port: 2 }] }), ['ports[1].name FieldValueDuplicate']],
  [
    'has ports',
    slice({ ports: [{ port: 0, protocol: 'X', name: 'A' }] }),
    ['ports[0].name FieldValueInvalid', 'ports[0].protocol FieldValueNotSupported'],
  ],
  [
    'has protocols of applications',
    slice({ ports: [{ appProtocol: '' }] }),
    Array(2).fill('ports[0].appProtocol FieldValueInvalid'),
  ],
  [
    'has no empty names of hosts and nodes',
    endpoint({ hostname: '', nodeName: '' }),
    ['nodeName', 'hostname'].map((f) => `${at}.${f} FieldValueInvalid`),
  ],
  [
    'has names of hosts and nodes',
    endpoint({ hostname: 'a.b', nodeName: '-' }),
    ['nodeName', 'hostname'].map((f) => `${at}.${f} FieldValueInvalid`),
  ],
  [
    'names each zone of its hints once',
    endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'a' }, {}, { name: 'A b' }], forNodes: [{ name: '-' }] } }),
    [
      'forZones[1].name FieldValueDuplicate',
      'forZones[3].name FieldValueInvalid',
      'forNodes[0].name FieldValueInvalid',
    ].map((f) => `${at}.hints.${f}`),
  ],
  [
    'has eight hints at most',
    endpoint({ hints: { forZones: Array(9).fill({ name: 'a' }) } }),
    [`${at}.hints.forZones FieldValueTooMany`],
  ],
];

describe('EndpointSlice', () => {
  for (const [name, body, want] of rows)
    it(`an endpoint slice ${name}`, () => expect(harness.create(body)).toEqual(want));

  it('D-240 has an immutable address type', () =>
    expect(harness.update(slice(), { addressType: 'FQDN' })).toEqual(['addressType FieldValueInvalid']));

  it('may keep endpoints that break a rule', () => {
    const broken = endpoint({ addresses: ['fd00::1'] });
    expect(harness.update(broken, { ...broken, ports: [{ port: 80 }] })).toEqual([]);
    expect(harness.update(slice(), { ...slice(), addressType: 'IPv6' })).toEqual(['addressType FieldValueInvalid']);
    expect(harness.update(slice(), broken)).toEqual([`${at}.addresses FieldValueInvalid`]);
  });

  it('D-240 has conditions', () => {
    const conditions = { ready: true, serving: false, terminating: true };
    expect(harness.made(endpoint({ conditions }))).toMatchObject({ endpoints: [{ conditions }] });
  });

  it('increments the generation when endpoints change', () => {
    const generation = (before: object, after: object): unknown =>
      harness.definition.strategy.prepareForUpdate!(
        { metadata: { generation: 3 }, ...after },
        { metadata: { generation: 3 }, ...before },
        {} as never,
      ).metadata.generation;
    expect(generation(slice(), slice())).toBe(3);
    expect(generation(slice(), endpoint({ zone: 'z' }))).toBe(4);
    expect(generation(slice(), slice({ ports: [] }))).toBe(3);
    expect(generation({ addressType: 'IPv4', endpoints: [] }, { addressType: 'IPv4' })).toBe(3);
    const labelled = { metadata: { generation: 3, labels: { a: 'b' } } };
    expect(generation(slice(), { ...slice(), ...labelled })).toBe(4);
    expect(generation({ ...slice(), ...labelled }, { ...slice(), ...labelled })).toBe(3);
  });

  it('B-417 deprecated topology is read-only', () => {
    const old = { deprecatedTopology: { a: '1' } };
    expect(harness.made(endpoint(old))).toMatchObject({ endpoints: [{ addresses: ['10.0.0.1'] }] });
    expect((harness.made(endpoint(old))['endpoints'] as object[])[0]).not.toHaveProperty('deprecatedTopology');
    const stored = { metadata: {}, ...endpoint(old) };
    const update = (sent: object) =>
      harness.definition.strategy.prepareForUpdate!({ metadata: {}, ...sent }, stored, {} as never)['endpoints'];
    for (const sent of [endpoint({ deprecatedTopology: { a: '2' } }), endpoint({})])
      expect(update(sent)).toEqual([{ addresses: ['10.0.0.1'], ...old }]);
    expect(update(slice({ endpoints: [{ addresses: ['10.0.0.2'], ...old }] }))).toEqual([{ addresses: ['10.0.0.2'] }]);
  });

  it('has the zone only in its field', () => {
    const stored = endpoint({ deprecatedTopology: { [labels.zone]: 'z' } });
    expect(harness.definition.strategy.validateCreate!({ metadata: {}, ...stored } as never, {} as never)).toHaveLength(
      1,
    );
  });

  it('shows ports and endpoints', () => {
    const cells = (body: object): unknown[] =>
      harness.definition.declaration.columns!.slice(1, 4).map((c) => c.value(body as never, 0));
    expect(cells({ addressType: 'IPv4' })).toEqual(['IPv4', '<unset>', '<unset>']);
    expect(
      cells({
        addressType: 'IPv4',
        ports: [{}, { port: 80 }],
        endpoints: [{ addresses: ['a', 'b'] }, { addresses: ['c', 'd'] }],
      }),
    ).toEqual(['IPv4', '*,80', 'a,b,c + 1 more...']);
  });
});
