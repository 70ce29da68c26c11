import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.js';
import type { TestClock } from './test-clock.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

/** Wall clocks that are set, ahead or back, and after a while set right. */
export function clockFaults(clocks: readonly TestClock[]): Fault[] {
  return [
    {
      name: 'a clock is set',
      part: 'clock',
      happen: async (dice) => {
        const clock = dice.pick(clocks);
        const most = dice.pick([10 * SECOND_MS, 3_600 * SECOND_MS, 30 * DAY_MS]);
        const shiftMs = dice.between(-most, most);
        clock.set(shiftMs);
        await pause(dice.between(500, 5_000));
        clock.set(0);
        return `${clock.name} by ${(shiftMs / SECOND_MS).toFixed(1)} s`;
      },
    },
    {
      name: 'a clock goes back and forth',
      part: 'clock',
      happen: async (dice) => {
        const clock = dice.pick(clocks);
        const times = dice.between(5, 30);
        for (let n = 0; n < times; n++) {
          clock.set(dice.between(-600 * SECOND_MS, 600 * SECOND_MS));
          await pause(dice.between(20, 300));
        }
        clock.set(0);
        return `${clock.name}, ${times} times`;
      },
    },
  ];
}
