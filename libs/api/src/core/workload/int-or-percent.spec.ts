import { isZeroAmount } from './int-or-percent.js';

describe('a number of replicas or a percentage', () => {
  it.each([0, '0', '0%', '00', 'x', '', undefined])('%j is none', (value) => expect(isZeroAmount(value)).toBe(true));
  // A number in quotes is refused elsewhere; it is not none.
  it.each([1, '1', '+2', '1%'])('%j is some', (value) => expect(isZeroAmount(value)).toBe(false));
});
