import { seededRandom } from '@orch/apimachinery';
import fc from 'fast-check';
import { checkHistory } from './check-history.js';
import { printHistory } from './print-history.js';
import { defects, simulateHistory, type Defect } from './simulated-history.fixture.js';

const ALLOWANCES = { mayBeGone: true, mayLose: false };
const SEEDS = 30;
const ACTIONS = 300;

describe('consistency checker', () => {
  it('accepts histories of a correct store', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 300 }), (seed, actions) => {
        const history = simulateHistory({ random: seededRandom(seed), actions });
        expect(checkHistory(history, ALLOWANCES)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each(defects.map((defect) => [defect]))('detects a store that %s', (defect: Defect) => {
    let wrong = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const history = simulateHistory({ random: seededRandom(seed), actions: ACTIONS, defect });
      if (!history.isWrong) continue;
      wrong++;
      if (checkHistory(history, ALLOWANCES).length === 0) throw new Error(`seed ${seed}\n${printHistory(history)}`);
    }
    expect(wrong).toBeGreaterThan(SEEDS / 15);
  });
});
