import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const spec = { leaseName: 'l', binaryVersion: '1.33.0', emulationVersion: '1.32', strategy: 'OldestEmulationVersion' };

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
      { ...spec, binaryVersion: 'new', emulationVersion: '1' },
      ['spec.binaryVersion FieldValueInvalid', 'spec.emulationVersion FieldValueInvalid'],
    ],
  ];
  for (const [name, fields, want] of cases)
    it(name, () => expect(new KindTestHarness('LeaseCandidate').create({ spec: fields })).toEqual(want));
});
