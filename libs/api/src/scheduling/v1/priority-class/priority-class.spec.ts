import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('PriorityClass');
const named = (name: string, fields: object) => ({ metadata: { name }, ...fields });

describe('priority classes', () => {
  const cases: [name: string, body: object, want: string[]][] = [
    ['the highest a user may have', { value: 1_000_000_000 }, []],
    ['no value is zero', {}, []],
    ['below zero', { value: -5 }, []],
    ['too high', { value: 1_000_000_001 }, ['value FieldValueForbidden']],
    ['a name of the system', named('system-mine', { value: 1 }), ['metadata.name FieldValueForbidden']],
    ["the system's own", named('system-node-critical', { value: 2_000_001_000 }), []],
    [
      "the system's own, of another value",
      named('system-node-critical', { value: 1 }),
      ['metadata.name FieldValueForbidden'],
    ],
    [
      "the system's own, for all",
      named('system-cluster-critical', { value: 2_000_000_000, globalDefault: true }),
      ['metadata.name FieldValueForbidden'],
    ],
    ['an odd policy', { preemptionPolicy: 'Sometimes' }, ['preemptionPolicy FieldValueNotSupported']],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('preempt lower priorities by default', () =>
    expect(harness.made({ value: 1 })['preemptionPolicy']).toBe('PreemptLowerPriority'));

  it('have an immutable value', () => {
    expect(harness.update({ value: 1 }, { value: 1, description: 'new', globalDefault: true })).toEqual([]);
    expect(harness.update({ value: 1 }, { value: 2, preemptionPolicy: 'Never' })).toEqual([
      'value FieldValueForbidden',
      'preemptionPolicy FieldValueInvalid',
    ]);
  });
});
