import { Trial } from '../../../trial/trial.js';

const trial = new Trial('Node');

describe('Node', () => {
  it('C-285 is selectable by unschedulable, absent meaning false', () => {
    const read = trial.definition.declaration.selectableFields!['spec.unschedulable']!;
    expect([read(trial.made({})), read(trial.made({ spec: { unschedulable: true } }))]).toEqual(['false', 'true']);
  });

  const taints: [object[], string[]][] = [
    [[{ key: 'a', effect: 'NoSchedule' }], []],
    [[{ key: 'a' }], ['spec.taints[0].effect FieldValueRequired']],
    [[{ key: 'a', effect: 'Foo' }], ['spec.taints[0].effect FieldValueNotSupported']],
    [[{ key: '', effect: 'NoSchedule' }], ['spec.taints[0].key FieldValueInvalid']],
    [
      [
        { key: 'a', effect: 'NoSchedule' },
        { key: 'a', value: 'v', effect: 'NoSchedule' },
      ],
      ['spec.taints[1] FieldValueDuplicate'],
    ],
  ];
  for (const [list, want] of taints) {
    it(`C-234 taints ${JSON.stringify(list)}`, () =>
      expect([...new Set(trial.create({ spec: { taints: list } }))]).toEqual(want));
  }

  it('C-234 the provider id is set once', () => {
    expect(trial.update({}, { spec: { providerID: 'a' } })).toEqual([]);
    expect(trial.update({ spec: { providerID: 'a' } }, { spec: { providerID: 'b' } })).toEqual([
      'spec.providerID FieldValueForbidden',
    ]);
  });

  it('all capacity is allocatable until the node says otherwise', () =>
    expect(trial.read({ status: { capacity: { cpu: '4' } } })['status']).toMatchObject({
      capacity: { cpu: '4' },
      allocatable: { cpu: '4' },
    }));

  it('shows state and roles', () => {
    const node = {
      ...trial.made({
        metadata: { name: 'n', labels: { 'node-role.orch.io/worker': '', 'node-role.orch.io/edge': '' } },
        spec: { unschedulable: true },
      }),
      status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1' } },
    };
    expect(trial.definition.declaration.columns!.slice(0, 5).map((c) => [c.name, c.value(node, 0)])).toEqual([
      ['Name', 'n'],
      ['Status', 'Ready,SchedulingDisabled'],
      ['Roles', 'edge,worker'],
      ['Age', '<unknown>'],
      ['Version', 'v1'],
    ]);
  });
});
