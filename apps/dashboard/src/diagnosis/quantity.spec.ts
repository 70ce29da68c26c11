import { isUsedUp, quantityOf } from './quantity';

describe('quantities', () => {
  test.each([
    ['2', 2],
    ['100m', 0.1],
    ['1Gi', 1_073_741_824],
    ['1.5k', 1_500],
    ['1e3', 1_000],
    ['1E', 1e18],
    ['', NaN],
    ['many', NaN],
    ['1X', NaN],
  ])('%s', (text, expected) => {
    expect(quantityOf(text)).toBe(expected);
  });

  test.each([
    ['2', '2', true],
    ['1900m', '2', false],
    ['1024Mi', '1Gi', true],
    ['0', '0', false],
    ['', '2', false],
  ])('%s of %s', (used, hard, expected) => {
    expect(isUsedUp(used, hard)).toBe(expected);
  });
});
