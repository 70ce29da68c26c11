import { FakeClock } from './fake-clock.js';
import { withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  const never = new Promise<string>(() => undefined);
  const late = new Error('late');
  const throwLate = () => {
    throw late;
  };

  it('resolves with the result of the work and cancels the timer', async () => {
    const clock = new FakeClock();
    await expect(withTimeout(clock, 100, Promise.resolve('done'), throwLate)).resolves.toBe('done');
    expect(clock.pending).toBe(0);
  });

  it('rejects with the error of the work and cancels the timer', async () => {
    const clock = new FakeClock();
    const failure = new Error('failed');
    await expect(withTimeout(clock, 100, Promise.reject(failure), throwLate)).rejects.toBe(failure);
    expect(clock.pending).toBe(0);
  });

  it('resolves with the result of `late` when the time is over', async () => {
    const clock = new FakeClock();
    const result = withTimeout(clock, 100, never, () => 'late');
    clock.advance(100);
    await expect(result).resolves.toBe('late');
  });

  it('rejects with the error of `late` when the time is over', async () => {
    const clock = new FakeClock();
    const result = withTimeout(clock, 100, never, throwLate);
    clock.advance(100);
    await expect(result).rejects.toBe(late);
  });
});
