import { FakeClock } from './fake-clock.js';
import { sleep } from './sleep.js';

describe('sleep', () => {
  const stopped = new Error('stopped');

  it('resolves when the time is over, not before', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const woken = jest.fn();
    const slept = sleep(clock, 100, signal).then(woken);
    clock.advance(99);
    await Promise.resolve();
    expect(woken).not.toHaveBeenCalled();
    clock.advance(1);
    await slept;
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('rejects with the reason of the signal and cancels the timer when aborted', async () => {
    const clock = new FakeClock();
    const abort = new AbortController();
    const slept = sleep(clock, 100, abort.signal);
    abort.abort(stopped);
    await expect(slept).rejects.toBe(stopped);
    expect(clock.pending).toBe(0);
  });

  it('sets no timer when the signal was aborted before', async () => {
    const clock = new FakeClock();
    await expect(sleep(clock, 100, AbortSignal.abort(stopped))).rejects.toBe(stopped);
    expect(clock.pending).toBe(0);
  });
});
