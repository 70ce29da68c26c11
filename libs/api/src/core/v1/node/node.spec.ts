import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Node');

describe('Node', () => {
  it('C-285 is selectable by unschedulable, absent meaning false', () => {
    const read = harness.definition.declaration.selectableFields!['spec.unschedulable']!;
    expect([read(harness.made({})), read(harness.made({ spec: { unschedulable: true } }))]).toEqual(['false', 'true']);
  });

  const taints: [object[], string[]][] = [
    [[{ key: 'a', effect: 'NoSchedule' }], []],
    [[{ key: 'a' }], ['metadata.taints[0].effect FieldValueRequired']],
    [[{ key: 'a', effect: 'Foo' }], ['metadata.taints[0].effect FieldValueNotSupported']],
    [[{ key: '', effect: 'NoSchedule' }], ['metadata.taints[0].key FieldValueInvalid']],
    [
      [
        { key: 'a', effect: 'NoSchedule' },
        { key: 'a', value: 'v', effect: 'NoSchedule' },
      ],
      ['metadata.taints[1] FieldValueDuplicate'],
    ],
  ];
  for (const [list, want] of taints) {
    it(`C-234 taints ${JSON.stringify(list)}`, () =>
      expect([...new Set(harness.create({ spec: { taints: list } }))]).toEqual(want));
  }

  it('counts what cannot be divided in integers', () => {
    const capacity = { cpu: '500m', pods: '1500m', 'example.com/x': '1.5', 'ephemeral-storage': '1500m' };
    const want = ['example.com/x', 'pods'].map((name) => `status.capacity.${name} FieldValueInvalid`);
    expect(harness.create({ status: { capacity, allocatable: { cpu: '1' } } })).toEqual(want);
    const report = { status: { capacity, allocatable: { cpu: '1' } } };
    expect(harness.written('status', harness.made({}), report).errors).toEqual(want);
  });

  const avoided: [string, string, string[]][] = [
    [
      'entries that name a controller',
      '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":true}}}]}',
      [],
    ],
    ['nothing', '', []],
    ['no JSON', 'x', ['metadata.annotations.AvoidPods FieldValueInvalid']],
    ['no list', '{"preferAvoidPods":{}}', ['metadata.annotations.AvoidPods FieldValueInvalid']],
    ['an entry without a controller', '{"preferAvoidPods":[{}]}', ['PodSignature FieldValueRequired']],
    [
      'an owner that is not a controller',
      '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}',
      ['PodSignature.PodController.Controller FieldValueInvalid'],
    ],
  ];
  for (const [name, text, want] of avoided) {
    it(`the annotation about avoided pods has ${name}`, () => {
      const key = harness.definition.vocabulary.annotations.preferAvoidPods;
      const errors = harness.create({ metadata: { name: 'x', annotations: { [key]: text } } });
      expect(errors.map((error) => error.replace(`metadata.annotations.${key}[0].`, ''))).toEqual(want);
    });
  }

  it('C-234 the provider id is set once', () => {
    expect(harness.update({}, { spec: { providerID: 'a' } })).toEqual([]);
    expect(harness.update({}, { spec: { externalID: 'a' } })).toEqual(['spec.externalID FieldValueForbidden']);
    expect(harness.update({ spec: { providerID: 'a' } }, { spec: { providerID: 'b' } })).toEqual([
      'spec.providerID FieldValueForbidden',
    ]);
  });

  const ranges: [string, object, string[]][] = [
    ['one', { podCIDR: '10.0.0.0/24' }, []],
    ['one of each family', { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] }, []],
    ['two of one family', { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] }, ['spec.podCIDRs FieldValueInvalid']],
    ['in older forms', { podCIDRs: ['010.0.0.0/024', 'fd00::/64'] }, []],
    [
      'two of one family, one in an older form',
      { podCIDRs: ['010.0.0.0/24', '10.0.1.0/24'] },
      ['spec.podCIDRs FieldValueInvalid'],
    ],
    ['what is none', { podCIDRs: ['10.0.0.0'] }, ['spec.podCIDRs[0] FieldValueInvalid']],
    ['two that differ', { podCIDR: '10.0.0.0/24', podCIDRs: ['x'] }, []],
  ];
  for (const [name, spec, want] of ranges)
    it(`C-234 ranges for pods: ${name}`, () => expect(harness.create({ spec })).toEqual(want));
  it('C-234 podCIDR and podCIDRs follow each other', () => {
    const both = { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] };
    expect(harness.read({ spec: { podCIDR: '10.0.0.0/24' } })['spec']).toEqual(both);
    expect(harness.read({ spec: { podCIDRs: ['10.0.0.0/24'] } })['spec']).toEqual(both);
    expect(harness.read({ spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.1.0/24'] } })['spec']).toEqual(both);
  });
  it('C-234 a range is set once', () =>
    expect(harness.update({ spec: { podCIDR: '10.0.0.0/24' } }, { spec: { podCIDR: '10.0.1.0/24' } })).toEqual([
      'spec.podCIDRs FieldValueForbidden',
    ]));

  it('a node without reported status has all members that clients require', () => {
    const facts = Object.fromEntries(
      [
        ['machineID', 'systemUUID', 'bootID', 'kernelVersion', 'osImage', 'containerRuntimeVersion'],
        ['kubeletVersion', 'kubeProxyVersion', 'operatingSystem', 'architecture'],
      ]
        .flat()
        .map((name) => [name, '']),
    );
    expect(harness.read({})['status']).toEqual({ daemonEndpoints: { kubeletEndpoint: { Port: 0 } }, nodeInfo: facts });
    expect(harness.read({ status: { nodeInfo: { osImage: 'x' } } })['status']).toMatchObject({
      nodeInfo: { ...facts, osImage: 'x' },
    });
  });

  const statuses: [string, object, string[]][] = [
    ['an amount below zero', { capacity: { cpu: '-1' } }, ['status.capacity.cpu FieldValueInvalid', 'status.allocatable.cpu FieldValueInvalid']],
    ['conditions of any form', { conditions: [{ type: 'Ready' }, { type: 'Ready', status: 'Odd' }] }, []],
    ['an address twice', { addresses: [{ type: 'Hostname', address: 'a' }, { type: 'Hostname', address: 'a' }] }, ['status.addresses[1] FieldValueDuplicate']],
    ['two addresses of a type', { addresses: [{ type: 'Hostname', address: 'a' }, { type: 'Hostname', address: 'b' }] }, []],
  ]; // prettier-ignore
  for (const [name, status, want] of statuses)
    it(`C-234 reports ${name}`, () =>
      expect(harness.written('status', harness.made({}), { status }).errors).toEqual(want));

  it('C-234 registers with equal addresses, but not with amounts below zero', () => {
    const addresses = Array(2).fill({ type: 'Hostname', address: 'a' });
    expect(harness.create({ status: { addresses, allocatable: { cpu: '-1' } } })).toEqual([
      expect.stringMatching(/^status.allocatable.*cpu.* FieldValueInvalid$/),
    ]);
  });

  it('drops configSource unless the current object has it', () => {
    const spec = { configSource: { configMap: { namespace: 'a', name: 'b', kubeletConfigKey: 'c' } } };
    expect(harness.made({ spec })['spec']).toEqual({});
    const { strategy } = harness.definition;
    const stored = harness.read({ spec });
    expect(strategy.prepareForUpdate!(stored, stored, harness.context)).toEqual(stored);
  });

  it('drops the status of a configuration unless the current object has it', () => {
    const status = { config: { error: 'x' } };
    const of = (old: object): unknown => harness.written('status', harness.made(old), { status }).object['status'];
    expect(of({})).not.toHaveProperty('config');
    expect(of({ status })).toMatchObject(status);
  });

  it('defaults allocatable to capacity', () =>
    expect(harness.read({ status: { capacity: { cpu: '4' } } })['status']).toMatchObject({
      capacity: { cpu: '4' },
      allocatable: { cpu: '4' },
    }));

  it('shows state and roles', () => {
    const node = {
      ...harness.made({
        metadata: {
          name: 'n',
          labels: { 'node-role.orch.io/worker': '', 'node-role.orch.io/edge': '', 'orch.io/role': 'gpu' },
        },
        spec: { unschedulable: true },
      }),
      status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1' } },
    };
    expect(harness.definition.declaration.columns!.slice(0, 5).map((c) => [c.name, c.value(node, 0)])).toEqual([
      ['Name', 'n'],
      ['Status', 'Ready,SchedulingDisabled'],
      ['Roles', 'edge,gpu,worker'],
      ['Age', '<unknown>'],
      ['Version', 'v1'],
    ]);
  });
});
