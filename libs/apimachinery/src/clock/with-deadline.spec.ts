import { once } from 'node:events';
import { FakeClock } from './fake-clock.js';
import { withDeadline } from './with-deadline.js';

describe('withDeadline', () => {
  const late = new Error('late');

  it('aborts the signal of the call with the error of `late` when the time is over', async () => {
    const clock = new FakeClock();
    const result = withDeadline(
      clock,
      100,
      () => late,
      async (signal) => {
        await once(signal, 'abort');
        throw signal.reason;
      },
    );
    clock.advance(100);
    await expect(result).rejects.toBe(late);
  });

  it.each([
    ['succeeded', () => Promise.resolve()],
    ['failed', () => Promise.reject(new Error('failed'))],
  ])('cancels the timer when the call %s', async (_outcome, call) => {
    const clock = new FakeClock();
    await withDeadline(clock, 100, () => late, call).catch(() => undefined);
    expect(clock.pending).toBe(0);
  });
});
