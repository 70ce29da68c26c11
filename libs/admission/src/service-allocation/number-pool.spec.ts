import fc from 'fast-check';
import { NumberPool } from './number-pool.js';

describe('NumberPool', () => {
  it('allocates the static part dynamically last', () => {
    const pool = new NumberPool(32, () => 0);
    const given = Array.from({ length: 32 }, () => pool.takeAny()!);
    expect(given.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, i) => 16 + i));
    expect(given.slice(16)).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(pool.takeAny()).toBeUndefined();
  });

  it('allocates every number, each to one holder', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.oneof(fc.constant('any' as const), fc.nat(45), fc.record({ release: fc.nat(45) }))),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 }),
        (size, steps, randoms) => {
          let turn = 0;
          const pool = new NumberPool(size, () => randoms[turn++ % randoms.length]!);
          const taken = new Set<number>();
          for (const step of steps) {
            if (step === 'any') {
              const number = pool.takeAny();
              expect(number === undefined).toBe(taken.size === size);
              if (number === undefined) continue;
              expect(taken.has(number) || !pool.holds(number)).toBe(false);
              taken.add(number);
            } else if (typeof step === 'number') {
              if (!pool.holds(step)) continue;
              expect(pool.take(step)).toBe(!taken.has(step));
              taken.add(step);
            } else {
              pool.release(step.release);
              taken.delete(step.release);
            }
          }
        },
      ),
    ));
});
