import { FakeClock } from '@orch/apimachinery';
import { RefreshAllowance } from './refresh-allowance.js';

it('a clock that is set back delays no refresh', () => {
  const clock = new FakeClock();
  const allowance = new RefreshAllowance(clock);
  clock.advance(-3_600_000);
  const burst = Array.from({ length: 6 }, () => allowance.take(false));
  expect(burst).toEqual([true, true, true, true, true, false]);
  expect(allowance.waitMs).toBe(1_000);
  clock.advance(1_000);
  expect(allowance.take(false)).toBe(true);
});
