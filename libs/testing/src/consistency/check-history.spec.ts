import fc from 'fast-check';
import { checkHistory } from './check-history.js';
import { printHistory } from './print-history.js';
import { defects, simulateHistory, type Defect } from './simulated-history.fixture.js';

const ALLOWANCES = { mayBeGone: true, mayLose: false };
const SEEDS = 60;
const ACTIONS = 300;

describe('the checker of histories', () => {
  it('finds nothing in what a right store does', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 300 }), (seed, actions) => {
        const history = simulateHistory({ random: randomOf(seed), actions });
        expect(checkHistory(history, ALLOWANCES)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(defects.map((defect) => [defect]))('finds a store that %s', (defect: Defect) => {
    let wrong = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const history = simulateHistory({ random: randomOf(seed), actions: ACTIONS, defect });
      if (!history.isWrong) continue;
      wrong++;
      if (checkHistory(history, ALLOWANCES).length === 0) throw new Error(`seed ${seed}\n${printHistory(history)}`);
    }
    expect(wrong).toBeGreaterThan(SEEDS / 20);
  });
});

/** Numbers that look like chance and are the same for one seed. */
function randomOf(seed: number): () => number {
  let state = BigInt.asUintN(64, BigInt(seed));
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}
