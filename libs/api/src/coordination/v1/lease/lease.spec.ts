import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Lease');

describe('Lease', () => {
  const cases: [string, object, string[]][] = [
    ['C-169', { leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds FieldValueInvalid']],
    ['C-169', { leaseDurationSeconds: 1 }, []],
    ['C-169', { leaseTransitions: -1 }, ['spec.leaseTransitions FieldValueInvalid']],
    ['C-169', { leaseTransitions: 0 }, []],
  ];
  for (const [id, spec, want] of cases) {
    it(`${id} ${JSON.stringify(spec)}`, () => {
      expect(harness.create({ spec })).toEqual(want);
      expect(harness.update({}, { spec })).toEqual(want);
    });
  }

  it('A-290 A-294 times keep their microseconds', () => {
    const spec = { acquireTime: '2024-01-01T00:00:00.123456Z', renewTime: '2024-01-01T00:00:01.000000Z' };
    expect(harness.made({ spec })['spec']).toEqual(spec);
  });

  it('A-292 a duration is a number', () =>
    expect(() => harness.made({ spec: { leaseDurationSeconds: '15' } })).toThrow('cannot unmarshal string'));

  it('C-170 an update names its resourceVersion', () =>
    expect(harness.definition.declaration.unconditionalUpdate).toBe(false));

  it('C-076 columns: Name, Holder, Age', () => {
    const lease = harness.made({ spec: { holderIdentity: 'me' } });
    expect(harness.definition.declaration.columns!.map((c) => [c.name, c.value(lease, 0)])).toEqual([
      ['Name', 'x'],
      ['Holder', 'me'],
      ['Age', '<unknown>'],
    ]);
  });
});
