import { RateLimiter } from './rate-limiter.js';

/** A limiter whose keys fail when they are due. */
function failing(limiter: RateLimiter, beganMs = 1_000_000) {
  let nowMs = beganMs;
  return (key: string): number => {
    const { retryAtMs } = limiter.failedAt(key, nowMs);
    const delayMs = retryAtMs - nowMs;
    nowMs = retryAtMs;
    return delayMs;
  };
}

describe('RateLimiter', () => {
  it('failures double the delay from 5 ms to a minute, per key, until forget', () => {
    const limiter = new RateLimiter();
    const fail = failing(limiter);
    const delays = Array.from({ length: 16 }, () => fail('a'));
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(delays.slice(13)).toEqual([40_960, 60_000, 60_000]);
    expect(fail('b')).toBe(5);
    limiter.forget('a');
    expect(fail('a')).toBe(5);
  });

  it('a failure early in the delay of an earlier one neither counts nor moves it', () => {
    const limiter = new RateLimiter({ firstMs: 1_000 });
    expect(limiter.failedAt('a', 0)).toEqual({ failures: 1, retryAtMs: 1_000 });
    for (let ms = 0; ms < 500; ms += 10) expect(limiter.failedAt('a', ms)).toEqual({ failures: 1, retryAtMs: 1_000 });
    expect(limiter.failedAt('a', 999)).toEqual({ failures: 2, retryAtMs: 2_999 });
  });

  it('a clock that is set back makes no delay longer', () => {
    const limiter = new RateLimiter({ firstMs: 1_000 });
    limiter.failedAt('a', 1_000_000);
    expect(limiter.failedAt('a', 0)).toEqual({ failures: 1, retryAtMs: 1_000 });
  });
});
