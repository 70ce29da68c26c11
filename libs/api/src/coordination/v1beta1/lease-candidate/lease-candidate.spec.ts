import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const spec = {
  leaseName: 'l',
  binaryVersion: '1.33.0',
  emulationVersion: '1.32.0',
  strategy: 'OldestEmulationVersion',
};

describe('lease candidates', () => {
  const cases: [name: string, spec: object, want: string[]][] = [
    ['whole', spec, []],
    ['of another strategy', { ...spec, strategy: 'example.com/mine', emulationVersion: undefined }, []],
    ['empty', {}, ['leaseName', 'binaryVersion', 'strategy'].map((field) => `spec.${field} FieldValueRequired`)],
    [
      'without the version that is compared',
      { ...spec, emulationVersion: '' },
      ['spec.emulationVersion FieldValueRequired'],
    ],
    [
      'of versions that are none',
      { ...spec, binaryVersion: 'new', emulationVersion: '1.32' },
      [
        'spec.emulationVersion FieldValueInvalid',
        'spec.binaryVersion FieldValueInvalid',
        'spec.emulationVersion FieldValueRequired',
      ],
    ],
    ['older than what it emulates', { ...spec, binaryVersion: '1.31.9' }, ['spec.binaryVersion FieldValueInvalid']],
    ['of an unknown strategy', { ...spec, strategy: 'Mine' }, ['spec.strategy.strategy FieldValueNotSupported']],
    ['of any lease', { ...spec, leaseName: 'A lease!' }, []],
  ];
  it('stay with their lease', () =>
    expect(new KindTestHarness('LeaseCandidate').update({ spec }, { spec: { ...spec, leaseName: 'm' } })).toEqual([
      'spec.leaseName FieldValueInvalid',
    ]));
  for (const [name, fields, want] of cases)
    it(name, () => expect(new KindTestHarness('LeaseCandidate').create({ spec: fields })).toEqual(want));
});
