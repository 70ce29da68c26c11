import { FieldPath } from '@orch/apimachinery';
import { validateConditions } from './conditions.js';
import { validateSpecifiedConditions } from './specified-conditions.js';

const AT = FieldPath.of('c');
const whole = { type: 'Ready', status: 'True', reason: 'Done', lastTransitionTime: '2024-01-01T00:00:00Z' };
const shown = (...conditions: object[]): string[] =>
  validateConditions(AT, conditions).map(({ field, reason }) => `${field} ${reason}`);

describe('conditions that kinds share', () => {
  const cases: [string, object[], string[]][] = [
    ['passes', [whole], []],
    ['twice', [whole, whole], ['c[1].type FieldValueDuplicate']],
    ['of another status', [{ ...whole, status: 'Maybe' }], ['c[0].status FieldValueNotSupported']],
    ['without a time', [{ ...whole, lastTransitionTime: null }], ['c[0].lastTransitionTime FieldValueRequired']],
    ['without a reason', [{ ...whole, reason: '' }], ['c[0].reason FieldValueRequired']],
    ['with a reason of two words', [{ ...whole, reason: 'a b' }], ['c[0].reason FieldValueInvalid']],
    ['from before', [{ ...whole, observedGeneration: -1 }], ['c[0].observedGeneration FieldValueInvalid']],
    ['with a long message', [{ ...whole, message: 'm'.repeat(32_769) }], ['c[0].message FieldValueTooLong']],
  ];
  for (const [name, conditions, want] of cases) it(name, () => expect(shown(...conditions)).toEqual(want));
});

it('conditions as specified have a type, and a status of three', () =>
  expect(
    validateSpecifiedConditions(AT, [{ status: 'True' }, { type: 'A' }, { type: 'A', status: 'Maybe' }]).map(
      ({ field, reason }) => `${field} ${reason}`,
    ),
  ).toEqual(['c[0].type FieldValueRequired', 'c[1].status FieldValueRequired', 'c[2].status FieldValueNotSupported']));
