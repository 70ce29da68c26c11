import { Trial } from '../../../trial/trial.js';

const trial = new Trial('VolumeAttributesClass');
const parameters = { iops: '100' };

describe('volume attributes classes', () => {
  const cases: [name: string, body: object, want: string[]][] = [
    ['a driver and parameters', { driverName: 'd.example.com', parameters }, []],
    ['no driver', { parameters }, ['driverName FieldValueRequired']],
    ['an odd driver', { driverName: 'a b', parameters }, ['driverName FieldValueInvalid']],
    ['no parameters', { driverName: 'd' }, ['parameters FieldValueRequired']],
    ['a parameter without name', { driverName: 'd', parameters: { '': 'x' } }, ['parameters FieldValueInvalid']],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(trial.create(body)).toEqual(want));

  it('what they stand for stays', () =>
    expect(trial.update({ driverName: 'a', parameters }, { driverName: 'b', parameters: { iops: '1' } })).toEqual([
      'driverName FieldValueInvalid',
      'parameters FieldValueForbidden',
    ]));
});
