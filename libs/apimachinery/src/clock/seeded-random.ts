import type { Random } from './clock.js';

/** Deterministic random numbers from an integer seed, for tests: in [0, 1), each a multiple of 2^-53. */
export function seededRandom(seed: number): Random {
  // Knuth's linear congruential generator; only the upper of its 64 bits are used.
  let state = BigInt.asUintN(64, BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n);
  const next = (): number => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
  // Similar seeds begin with similar numbers.
  for (let n = 0; n < 4; n++) next();
  return next;
}
