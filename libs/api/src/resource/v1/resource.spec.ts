import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../../definition/compile-kinds.js';
import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';
import { builtinKinds } from '../../kinds.js';

const claims = new KindTestHarness('ResourceClaim');
const templates = new KindTestHarness('ResourceClaimTemplate');
const classes = new KindTestHarness('DeviceClass');
const slices = new KindTestHarness('ResourceSlice');

const DRIVER = 'gpu.example.com';
const exactly = (more: object = {}) => ({ name: 'one', exactly: { deviceClassName: 'gpu', ...more } });
const asking = (...requests: object[]) => ({ spec: { devices: { requests } } });
const opaque = (parameters: unknown, driver = DRIVER) => ({ opaque: { driver, parameters } });

describe('resource claims', () => {
  const cases: [name: string, devices: object, want: string[]][] = [
    ['of a class', { requests: [exactly()] }, []],
    ['of all devices', { requests: [exactly({ allocationMode: 'All' })] }, []],
    ['of nothing', {}, []],
    ['of neither form', { requests: [{ name: 'one' }] }, ['spec.devices.requests[0] FieldValueRequired']],
    [
      'of both forms',
      { requests: [{ ...exactly(), firstAvailable: [{ name: 'a', deviceClassName: 'gpu' }] }] },
      ['spec.devices.requests[0] FieldValueInvalid'],
    ],
    [
      'without a class',
      { requests: [{ name: 'one', exactly: {} }] },
      ['spec.devices.requests[0].exactly.deviceClassName FieldValueRequired'],
    ],
    ['of two of one name', { requests: [exactly(), exactly()] }, ['spec.devices.requests[1].name FieldValueDuplicate']],
    [
      'of an odd name',
      { requests: [{ ...exactly(), name: 'A' }] },
      ['spec.devices.requests[0].name FieldValueInvalid'],
    ],
    [
      'of all, and a number',
      { requests: [exactly({ allocationMode: 'All', count: 2 })] },
      ['spec.devices.requests[0].exactly.count FieldValueInvalid'],
    ],
    [
      'of fewer than none',
      { requests: [exactly({ count: -1 })] },
      ['spec.devices.requests[0].exactly.count FieldValueInvalid'],
    ],
    [
      'of an odd mode',
      { requests: [exactly({ allocationMode: 'Some' })] },
      ['spec.devices.requests[0].exactly.allocationMode FieldValueNotSupported'],
    ],
    [
      'with an empty selector',
      { requests: [exactly({ selectors: [{}] })] },
      ['spec.devices.requests[0].exactly.selectors[0].cel FieldValueRequired'],
    ],
    [
      'with a long expression',
      { requests: [exactly({ selectors: [{ cel: { expression: 'x'.repeat(10_241) } }] })] },
      ['spec.devices.requests[0].exactly.selectors[0].cel.expression FieldValueTooLong'],
    ],
    [
      'of too many',
      { requests: Array.from({ length: 33 }, (_, n) => ({ ...exactly(), name: `r${n}` })) },
      ['spec.devices.requests FieldValueTooMany'],
    ],
    [
      'with a constraint on what it does not ask for',
      { requests: [exactly()], constraints: [{ requests: ['two'], matchAttribute: `${DRIVER}/model` }] },
      ['spec.devices.constraints[0].requests[0] FieldValueInvalid'],
    ],
    [
      'with a constraint without an attribute',
      { requests: [exactly()], constraints: [{}] },
      ['spec.devices.constraints[0].matchAttribute FieldValueRequired'],
    ],
    [
      'with an attribute without a domain',
      { constraints: [{ matchAttribute: 'model' }] },
      ['spec.devices.constraints[0].matchAttribute FieldValueInvalid'],
    ],
    ['with configuration', { requests: [exactly()], config: [{ requests: ['one'], ...opaque({ a: 1 }) }] }, []],
    ['with configuration of no driver', { config: [{}] }, ['spec.devices.config[0].opaque FieldValueRequired']],
    [
      'with parameters that are a list',
      { config: [opaque([1])] },
      ['spec.devices.config[0].opaque.parameters FieldValueInvalid'],
    ],
    [
      'with large parameters',
      { config: [opaque({ a: 'x'.repeat(10_240) })] },
      ['spec.devices.config[0].opaque.parameters FieldValueTooLong'],
    ],
    [
      'with alternatives, named in a constraint',
      {
        requests: [{ name: 'one', firstAvailable: [{ name: 'big', deviceClassName: 'gpu' }] }],
        constraints: [{ requests: ['one/big'], matchAttribute: `${DRIVER}/model` }],
      },
      [],
    ],
  ];
  for (const [name, devices, want] of cases) it(name, () => expect(claims.create({ spec: { devices } })).toEqual(want));

  it('of a class ask for one device by default', () =>
    expect(claims.read(asking(exactly()))).toMatchObject(asking(exactly({ allocationMode: 'ExactCount', count: 1 }))));

  it('cannot be changed', () =>
    expect(claims.update(asking(exactly()), asking(exactly({ count: 2 })))).toEqual(['spec FieldValueInvalid']));

  it('in templates follow the same rules, and cannot be changed either', () => {
    expect(templates.create({ spec: { spec: asking({ name: 'one' }).spec } })).toEqual([
      'spec.spec.devices.requests[0] FieldValueRequired',
    ]);
    const badLabel = { metadata: { labels: { a: 'Bogus Value!' } }, spec: asking(exactly()).spec };
    expect(templates.create({ spec: badLabel })).toEqual(['spec.metadata.labels FieldValueInvalid']);
    const template = (count: number) => ({ spec: { spec: asking(exactly({ count })).spec } });
    expect(templates.update(template(1), template(2))).toEqual(['spec FieldValueInvalid']);
  });

  it('say their state in the table', () => {
    const state = (status: object, metadata: object = {}) =>
      claims.cells({ ...claims.read({ ...asking(exactly()), status }), metadata: { name: 'x', ...metadata } })['State'];
    const allocation = { devices: { results: [] } };
    expect(state({})).toBe('pending');
    expect(state({ allocation })).toBe('allocated');
    expect(state({ allocation, reservedFor: [{ resource: 'pods', name: 'p', uid: '1' }] })).toBe('allocated,reserved');
    expect(state({}, { deletionTimestamp: '2024-01-01T00:00:00Z' })).toBe('deleted');
  });
});

describe('the status of a resource claim', () => {
  const result = { request: 'one', driver: DRIVER, pool: 'node-1', device: 'gpu-0' };
  const { request: _request, ...device } = result;
  const allocation = { devices: { results: [result] } };
  const user = { resource: 'pods', name: 'p', uid: '1' };
  const claim = (status: object, metadata: object = {}) => ({
    ...asking(exactly()),
    metadata: { name: 'x', namespace: 't1', ...metadata },
    status,
  });
  const write = (status: object, before: object = {}, metadata: object = {}) => {
    const rules = claims.definition.subresources.get('status')!;
    const [sent, old] = [claims.read(claim(status, metadata)), claims.read(claim(before, metadata))];
    return (rules.validateUpdate?.(rules.prepareForUpdate(sent, old, claims.context), old, claims.context) ?? []).map(
      ({ field, reason }) => `${field} ${reason}`,
    );
  };

  it('is allocated, reserved, and reported about', () => {
    const devices = [{ ...device, data: { a: 1 }, networkData: { ips: ['10.0.0.1/24'] } }];
    expect(write({ allocation, reservedFor: [user], devices })).toEqual([]);
  });

  const refused: [name: string, status: object, before: object, want: string][] = [
    ['a user before the allocation', { reservedFor: [user] }, {}, 'status.reservedFor FieldValueForbidden'],
    ['one user twice', { allocation, reservedFor: [user, user] }, {}, 'status.reservedFor[1].uid FieldValueDuplicate'],
    [
      'another allocation',
      { allocation: { devices: { results: [{ ...result, device: 'gpu-1' }] } } },
      { allocation },
      'status.allocation FieldValueInvalid',
    ],
    [
      'a result of no request',
      { allocation: { devices: { results: [{ ...result, request: 'two' }] } } },
      {},
      'status.allocation.devices.results[0].request FieldValueInvalid',
    ],
    [
      'a report on a device that is not allocated',
      { allocation, devices: [{ ...device, device: 'gpu-1' }] },
      {},
      'status.devices[0] FieldValueInvalid',
    ],
    [
      'configuration of an odd source',
      { allocation: { devices: { config: [{ source: 'X', ...opaque({}) }] } } },
      {},
      'status.allocation.devices.config[0].source FieldValueNotSupported',
    ],
  ];
  for (const [name, status, before, want] of refused)
    it(`refuses ${name}`, () => expect(write(status, before)).toEqual([want]));

  it('refuses new users of a claim that terminates', () =>
    expect(
      write({ allocation, reservedFor: [user] }, { allocation }, { deletionTimestamp: '2024-01-01T00:00:00Z' }),
    ).toEqual(['status.reservedFor FieldValueForbidden']));
});

describe('device classes', () => {
  it('have selectors and configuration', () => {
    expect(classes.create({ spec: { selectors: [{ cel: { expression: 'true' } }], config: [opaque({})] } })).toEqual(
      [],
    );
    expect(classes.create({ spec: { selectors: [{}], config: [{}] } })).toEqual([
      'spec.selectors[0].cel FieldValueRequired',
      'spec.config[0].opaque FieldValueRequired',
    ]);
  });

  it('keep parameters that were accepted when the limit was higher', () => {
    const large = { spec: { config: [opaque({ a: 'x'.repeat(20_000) })] } };
    expect(classes.update(large, large)).toEqual([]);
    expect(classes.update({ spec: {} }, large)).toEqual(['spec.config[0].opaque.parameters FieldValueTooLong']);
  });
});

describe('resource slices', () => {
  const pool = { name: 'node-1', generation: 1, resourceSliceCount: 1 };
  const slice = (more: object = {}) => ({ spec: { driver: DRIVER, pool, nodeName: 'node-1', ...more } });
  const device = (more: object = {}) => ({ name: 'gpu-0', ...more });
  const counters = { memory: { value: '1Gi' } };
  const shared = { sharedCounters: [{ name: 'set', counters }] };
  const cases: [name: string, spec: object, want: string[]][] = [
    [
      'of a node',
      { devices: [device({ attributes: { model: { string: 'a' }, [`${DRIVER}/v`]: { version: '1.2.3-rc.1+b' } } })] },
      [],
    ],
    ['of no node', { nodeName: undefined }, ['spec FieldValueRequired']],
    ['of a node and all nodes', { allNodes: true }, ['spec FieldValueInvalid']],
    ['of not all nodes', { allNodes: false }, ['spec.allNodes FieldValueInvalid']],
    ['of an odd pool', { pool: { ...pool, name: 'a//b' } }, ['spec.pool.name FieldValueInvalid']],
    ['of no slices', { pool: { ...pool, resourceSliceCount: 0 } }, ['spec.pool.resourceSliceCount FieldValueInvalid']],
    ['with two devices of one name', { devices: [device(), device()] }, ['spec.devices[1].name FieldValueDuplicate']],
    [
      'with an attribute without a value',
      { devices: [device({ attributes: { a: {} } })] },
      ['spec.devices[0].attributes[a] FieldValueRequired'],
    ],
    [
      'with an attribute of two values',
      { devices: [device({ attributes: { a: { int: 1, bool: true } } })] },
      ['spec.devices[0].attributes[a] FieldValueInvalid'],
    ],
    [
      'with an odd attribute name',
      { devices: [device({ attributes: { 'a-b': { int: 1 } } })] },
      ['spec.devices[0].attributes[a-b] FieldValueTypeInvalid'],
    ],
    [
      'with an odd version',
      { devices: [device({ attributes: { a: { version: '1.2' } } })] },
      ['spec.devices[0].attributes[a].version FieldValueInvalid'],
    ],
    [
      'with an odd taint',
      { devices: [device({ taints: [{ key: 'a', effect: 'X' }] })] },
      ['spec.devices[0].taints[0].effect FieldValueNotSupported'],
    ],
    [
      'that shares counters',
      { ...shared, devices: [device({ consumesCounters: [{ counterSet: 'set', counters }] })] },
      [],
    ],
    [
      'that consumes other counters',
      { ...shared, devices: [device({ consumesCounters: [{ counterSet: 'other', counters }] })] },
      ['spec.devices[0].consumesCounters[0].counterSet FieldValueInvalid'],
    ],
    [
      'with nodes per device',
      { nodeName: undefined, perDeviceNodeSelection: true, devices: [device({ allNodes: true })] },
      [],
    ],
    [
      'with a device of no node',
      { nodeName: undefined, perDeviceNodeSelection: true, devices: [device()] },
      ['spec.devices[0] FieldValueRequired'],
    ],
    [
      'with a node of a device of a slice of a node',
      { devices: [device({ nodeName: 'a' })] },
      ['spec.devices[0] FieldValueInvalid'],
    ],
  ];
  for (const [name, spec, want] of cases) it(name, () => expect(slices.create(slice(spec))).toEqual(want));

  it('keep driver, pool and node', () =>
    expect(
      slices.update(slice(), slice({ driver: 'b.example.com', nodeName: 'node-2', pool: { ...pool, name: 'b' } })),
    ).toEqual([
      'spec.pool.name FieldValueInvalid',
      'spec.driver FieldValueInvalid',
      'spec.nodeName FieldValueInvalid',
    ]));

  it('date new taints', () => {
    const [taint, dated] = [
      { key: 'a', effect: 'NoExecute' },
      { key: 'b', effect: 'NoExecute', timeAdded: '2020-01-01T00:00:00Z' },
    ];
    expect(slices.made(slice({ devices: [device({ taints: [taint, dated] })] }))).toMatchObject({
      spec: { devices: [{ taints: [{ timeAdded: '2024-01-01T00:00:00Z' }, { timeAdded: '2020-01-01T00:00:00Z' }] }] },
    });
  });
});

describe('device taint rules', () => {
  const rules = new KindTestHarness('DeviceTaintRule');
  const taint = { key: 'broken', effect: 'NoExecute' };

  it('name devices and a taint, which is dated', () => {
    const rule = { spec: { deviceSelector: { driver: DRIVER, pool: 'node-1', device: 'gpu-0' }, taint } };
    expect(rules.create(rule)).toEqual([]);
    expect(rules.made(rule)).toMatchObject({ spec: { taint: { timeAdded: '2024-01-01T00:00:00Z' } } });
  });

  it('need a taint and well-formed names', () =>
    expect(rules.create({ spec: { deviceSelector: { pool: '', device: 'A' } } })).toEqual([
      'spec.deviceSelector.pool FieldValueRequired',
      'spec.deviceSelector.device FieldValueInvalid',
      'spec.taint.key FieldValueInvalid',
      'spec.taint.key FieldValueInvalid',
      'spec.taint.effect FieldValueRequired',
    ]));

  it('of the alpha version select devices by valid classes and selectors', () => {
    const selected = (deviceSelector: object) => rules.create({ spec: { deviceSelector, taint } });
    expect(selected({ deviceClassName: 'gpu', selectors: [{ cel: { expression: 'true' } }] })).toEqual([]);
    expect(selected({ deviceClassName: 'A', selectors: [{}] })).toEqual([
      'spec.deviceSelector.deviceClassName FieldValueInvalid',
      'spec.deviceSelector.selectors[0].cel FieldValueRequired',
    ]);
  });

  it('have no status before 1.35', () => {
    const subresources = (minor: number) => [
      ...compileKinds(builtinKinds, vocabularies.kubernetes, minor)
        .find(({ gvk }) => gvk.kind === 'DeviceTaintRule' && gvk.version === 'v1alpha3')!
        .subresources.keys(),
    ];
    expect([subresources(33), subresources(34), subresources(35)]).toEqual([[], [], ['status']]);
  });
});

it('the metadata of a claim template has labels and annotations alone', () => {
  const withMetadata = (metadata: object) => ({
    spec: { metadata, spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'x' } }] } } },
  });
  expect(templates.create(withMetadata({ labels: { a: 'b' }, annotations: { c: 'd' }, namespace: '' }))).toEqual([]);
  expect(templates.create(withMetadata({ generateName: 'e-', labels: { a: 'b c' } }))).toEqual([
    'spec.metadata.labels FieldValueInvalid',
    'spec.metadata.generateName FieldValueForbidden',
  ]);
});
