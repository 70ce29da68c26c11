import { watchTimeoutMs } from './watch-timeout.js';

const HALF_AN_HOUR_MS = 1_800_000;

describe('watchTimeoutMs', () => {
  it.each([
    [0, HALF_AN_HOUR_MS],
    [0.5, 1.5 * HALF_AN_HOUR_MS],
    [1 - Number.EPSILON, 2 * HALF_AN_HOUR_MS],
  ])('C-034 D-134 without timeoutSeconds it is one to two times the minimum: by %d, %d ms', (random, wanted) =>
    expect(watchTimeoutMs(0, HALF_AN_HOUR_MS, () => random)).toBeCloseTo(wanted, 3),
  );

  it('D-134 timeoutSeconds is taken as it is, also below the minimum', () =>
    expect(watchTimeoutMs(3, HALF_AN_HOUR_MS, () => 0.9)).toBe(3_000));

  it('a time below zero ends it at once', () => expect(watchTimeoutMs(-3, HALF_AN_HOUR_MS, () => 0.9)).toBe(0));

  it('more than a timer takes is the most that it takes', () =>
    expect(watchTimeoutMs(Number.MAX_SAFE_INTEGER, 1, () => 0)).toBe(2_147_483_647));
});
