import { isWhole } from './resource-names.js';

describe('a whole amount', () => {
  it.each(['1', '1k', '1Gi', '1e3', '0'])('%s is one', (amount) => expect(isWhole(amount)).toBe(true));
  it.each(['100m', '5u', '1n', '1e-3', '15e-6'])('%s is none', (amount) => expect(isWhole(amount)).toBe(false));
});
