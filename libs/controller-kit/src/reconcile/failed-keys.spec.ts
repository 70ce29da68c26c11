import { FakeClock } from '@orch/apimachinery';
import { FailedKeys } from './failed-keys.js';

describe('failed keys', () => {
  it('names the key that failed last, how often in a row, and why', () => {
    const clock = new FakeClock();
    const keys = new FailedKeys(clock);
    keys.add('a/x', new Error('conflict\n  at somewhere'));
    keys.add('a/y', 'e'.repeat(400));
    keys.add('a/x', new Error('still in conflict'));
    expect(keys.summary()).toEqual({
      count: 2,
      last: { key: 'a/x', failures: 2, error: 'still in conflict', timeMs: clock.now() },
    });
    keys.remove(() => 'a/x');
    expect(keys.summary().last).toEqual({ key: 'a/y', failures: 1, error: 'e'.repeat(300), timeMs: clock.now() });
    keys.add('a/x', new Error('one\ntwo'));
    expect(keys.summary().last).toMatchObject({ failures: 1, error: 'one' });
  });

  it('a success costs nothing while no key fails', () => {
    const keys = new FailedKeys(new FakeClock());
    const key = jest.fn(() => 'a/x');
    keys.remove(key);
    expect(key).not.toHaveBeenCalled();
  });

  it('keeps a bounded number, and drops what has not failed again for an hour', () => {
    const clock = new FakeClock();
    const keys = new FailedKeys(clock);
    for (let n = 0; n < 2_000; n++) keys.add(`a/${n}`, 'no');
    expect(keys.summary().count).toBe(1_000);
    clock.advance(3_000_000);
    keys.add('a/7', 'no');
    clock.advance(601_000);
    expect(keys.summary()).toMatchObject({ count: 1, last: { key: 'a/7', failures: 2 } });
  });
});
