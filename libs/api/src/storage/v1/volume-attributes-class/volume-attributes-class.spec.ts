import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('VolumeAttributesClass');
const parameters = { iops: '100' };

describe('volume attributes classes', () => {
  const cases: [name: string, body: object, want: string[]][] = [
    ['a driver and parameters', { driverName: 'd.example.com', parameters }, []],
    ['no driver', { parameters }, ['driverName FieldValueRequired']],
    ['an odd driver', { driverName: 'a b', parameters }, ['driverName FieldValueInvalid']],
    ['no parameters', { driverName: 'd' }, ['parameters FieldValueRequired']],
    ['a parameter without name', { driverName: 'd', parameters: { '': 'x' } }, ['parameters FieldValueInvalid']],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('what they stand for stays', () =>
    expect(harness.update({ driverName: 'a', parameters }, { driverName: 'b', parameters: { iops: '1' } })).toEqual([
      'driverName FieldValueForbidden',
      'parameters FieldValueForbidden',
    ]));
});
