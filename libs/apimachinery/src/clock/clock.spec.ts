import { holdingClock, LONGEST_TIMER_MS, systemClock } from './clock.js';

describe('system clocks', () => {
  for (const [name, clock] of Object.entries({ systemClock, holdingClock })) {
    it(`${name} does not run a timer beyond ${LONGEST_TIMER_MS} ms before one of 5 ms`, async () => {
      let early = 0;
      const cancels = [LONGEST_TIMER_MS + 1, 1e15, Infinity].map((ms) => clock.setTimer(() => early++, ms));
      await new Promise<void>((resolve) => holdingClock.setTimer(resolve, 5));
      cancels.forEach((cancel) => cancel());
      expect(early).toBe(0);
    });
  }
});
