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

  it('does not count other work, which marks its end, and reads no clock when it was not started', () => {
    let reads = 0;
    const clock = new PollClock(
      () => false,
      () => ++reads,
    );
    clock.mark();
    expect(reads).toBe(1);
    clock.start();
    for (let n = 0; n < 5; n++) clock.mark();
    expect(clock.measure()).toBe(1);
  });
});
