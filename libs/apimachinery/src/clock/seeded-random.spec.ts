import { seededRandom } from './seeded-random.js';

const numbers = (seed: number, count = 5) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

describe('seededRandom', () => {
  it('is deterministic per seed, and differs between seeds', () => {
    expect(numbers(7)).toEqual(numbers(7));
    expect(new Set([-1, 0, 1, 2, 2 ** 40].map((seed) => numbers(seed, 1)[0])).size).toBe(5);
  });
  it('is uniform in [0, 1)', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (const number of numbers(1, 10_000)) counts[Math.floor(number * 10)]!++;
    expect(counts).toHaveLength(10);
    for (const count of counts) expect(count).toBeGreaterThan(850);
  });
});
