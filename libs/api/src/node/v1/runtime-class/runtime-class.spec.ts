import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('RuntimeClass');

describe('runtime classes', () => {
  const cases: [name: string, body: object, want: string[]][] = [
    ['a handler', { handler: 'runc' }, []],
    ['no handler', {}, ['handler FieldValueInvalid']],
    ['a handler that is not a DNS label', { handler: 'a.b' }, ['handler FieldValueInvalid']],
    ['overhead', { handler: 'h', overhead: { podFixed: { cpu: '100m' } } }, []],
    [
      'overhead below zero',
      { handler: 'h', overhead: { podFixed: { cpu: '-1' } } },
      ['overhead.limits[cpu] FieldValueInvalid'],
    ],
    [
      'scheduling',
      { handler: 'h', scheduling: { nodeSelector: { '-': 'x' }, tolerations: [{ operator: 'Equal' }] } },
      ['scheduling.nodeSelector FieldValueInvalid', 'scheduling.tolerations.tolerations[0].operator FieldValueInvalid'],
    ],
    [
      'a toleration twice',
      { handler: 'h', scheduling: { tolerations: Array(2).fill({ operator: 'Exists', key: 'a' }) } },
      ['scheduling.tolerations[1] FieldValueDuplicate'],
    ],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('has an immutable handler', () =>
    expect(harness.update({ handler: 'a' }, { handler: 'b' })).toEqual(['handler FieldValueInvalid']));
});
