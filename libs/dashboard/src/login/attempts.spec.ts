import { FakeClock } from '@orch/apimachinery';
import { Attempts, DECAY_MS, MAX_FAILURES } from './attempts.js';

const failing = (attempts: Attempts, address: string, times: number): void => {
  for (let i = 0; i < times; i++) attempts.failed(address);
};

it('a client that fails too often waits, and no other client does', () => {
  const clock = new FakeClock();
  const attempts = new Attempts(clock);
  failing(attempts, '192.0.2.1', MAX_FAILURES);
  expect([attempts.areTooMany('192.0.2.1'), attempts.areTooMany('192.0.2.2')]).toEqual([true, false]);
  clock.advance(DECAY_MS);
  expect(attempts.areTooMany('192.0.2.1')).toBe(false);
  attempts.failed('192.0.2.1');
  expect(attempts.areTooMany('192.0.2.1')).toBe(true);
});

it('a flood of failures locks a network out no longer than ten of them', () => {
  const clock = new FakeClock();
  const attempts = new Attempts(clock);
  failing(attempts, '192.0.2.1', 10_000);
  clock.advance(DECAY_MS);
  expect(attempts.areTooMany('192.0.2.1')).toBe(false);
});

it('a clock that is set back adds no failures', () => {
  const clock = new FakeClock();
  const attempts = new Attempts(clock);
  attempts.failed('192.0.2.1');
  clock.advance(-3_600_000);
  expect(attempts.areTooMany('192.0.2.1')).toBe(false);
});

it.each([
  ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['::1', '::2', true],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
])('the addresses %s and %s are of one client: %s', (one, other, isOne) => {
  const attempts = new Attempts(new FakeClock());
  failing(attempts, one, MAX_FAILURES);
  expect(attempts.areTooMany(other)).toBe(isOne);
});
