import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { PeriodicTask } from './periodic-task.js';

describe('PeriodicTask', () => {
  it('waits the interval before the first run and after the end of each', async () => {
    const clock = new FakeClock();
    const ends: (() => void)[] = [];
    const task = new PeriodicTask(clock, 100, () => new Promise((resolve) => ends.push(resolve)));
    clock.advance(99);
    expect(ends).toHaveLength(0);
    clock.advance(1);
    expect([ends.length, clock.pending]).toEqual([1, 0]);
    ends[0]!();
    await nextTurn();
    clock.advance(100);
    expect(ends).toHaveLength(2);
    task.stop();
  });

  it('runs again after a run that rejected', async () => {
    const clock = new FakeClock();
    const run = jest.fn(() => Promise.reject(new Error('unavailable')));
    const task = new PeriodicTask(clock, 100, run);
    clock.advance(100);
    await nextTurn();
    clock.advance(100);
    expect(run).toHaveBeenCalledTimes(2);
    task.stop();
  });

  it('sets no timer after stop, also when a run is in progress', async () => {
    const clock = new FakeClock();
    let end: () => void = () => undefined;
    const task = new PeriodicTask(clock, 100, () => new Promise((resolve) => (end = resolve)));
    clock.advance(100);
    task.stop();
    end();
    await nextTurn();
    expect([task.isStopped, clock.pending]).toEqual([true, 0]);
  });
});
