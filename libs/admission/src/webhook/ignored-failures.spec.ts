import { IgnoredFailures } from './ignored-failures.js';

it('ten failures of a second are logged, and then how many were not', () => {
  const log = jest.fn();
  let now = 5_000;
  const failures = new IgnoredFailures(log, () => now);
  const fail = (count: number): void => {
    for (let index = 0; index < count; index++) failures.add('w', new Error('e'));
  };
  fail(1_000);
  expect(log).toHaveBeenCalledTimes(10);
  expect(log).toHaveBeenLastCalledWith('w', new Error('e'), 0);
  now += 999;
  fail(1);
  expect(log).toHaveBeenCalledTimes(10);
  now += 1;
  fail(2);
  expect(log.mock.calls.slice(10)).toEqual([
    ['w', new Error('e'), 991],
    ['w', new Error('e'), 0],
  ]);
});
