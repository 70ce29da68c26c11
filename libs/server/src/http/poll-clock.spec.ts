import { PollClock } from './poll-clock.js';

describe('PollClock', () => {
  it('measures from the last poll while it is needed, and from the last measurement', async () => {
    let cpuMs = 10;
    let isNeeded = true;
    const clock = new PollClock(
      () => isNeeded,
      () => cpuMs,
    );
    clock.start();
    cpuMs = 14;
    expect([clock.measure(), clock.measure()]).toEqual([4, 0]);
    cpuMs = 20;
    await new Promise(setImmediate); // the poll is marked
    cpuMs = 21;
    expect(clock.measure()).toBe(1);
    isNeeded = false;
    await new Promise(setImmediate); // the last mark
    cpuMs = 30;
    await new Promise(setImmediate);
    expect(clock.measure()).toBe(9);
    clock.start();
    isNeeded = true;
    cpuMs = 40;
    await new Promise(setImmediate);
    expect(clock.measure()).toBe(0);
  });
});
