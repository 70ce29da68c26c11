import { PauseAfterWork } from './pause-after-work.js';

it('a pause is due once after each five milliseconds of work', () => {
  let now = 0;
  const pause = new PauseAfterWork(() => now);
  const due = [4, 5, 6, 9, 10, 30].map((at) => {
    now = at;
    return pause.isDue;
  });
  expect(due).toEqual([false, true, false, false, true, true]);
});
