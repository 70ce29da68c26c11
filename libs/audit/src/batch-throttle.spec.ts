import { FakeClock } from '@orch/apimachinery';
import { BatchThrottle } from './batch-throttle.js';

describe('BatchThrottle', () => {
  it('lets a burst pass, then writes at its rate', () => {
    const clock = new FakeClock(1_000);
    const throttle = new BatchThrottle({ qps: 10, burst: 3 }, clock);
    expect([1, 2, 3, 4, 5].map(() => throttle.take())).toEqual([0, 0, 0, 100, 200]);
    clock.advance(200);
    expect(throttle.take()).toBe(100);
    clock.advance(60_000);
    expect([1, 2, 3, 4].map(() => throttle.take())).toEqual([0, 0, 0, 100]);
  });
});
