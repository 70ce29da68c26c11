import { isDeeperThan } from './is-deeper-than.js';

describe('isDeeperThan', () => {
  it.each([
    ['{"a":{"b":[1]}}', 3],
    ['[[],[[]]]', 3],
    ['{"[[[":"{{{\\"[[["}', 1],
    ['"[["', 0],
    ['1', 0],
  ])('counts the levels of %s', (json, levels) => {
    expect(isDeeperThan(Buffer.from(json), levels)).toBe(false);
    expect(levels === 0 || isDeeperThan(Buffer.from(json), levels - 1)).toBe(true);
  });
});
