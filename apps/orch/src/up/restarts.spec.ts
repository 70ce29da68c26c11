import { Restarts } from './restarts.js';

const delays = (restarts: Restarts, ...ranMs: number[]) => ranMs.map((ran) => restarts.next(ran));

it('a process that ends again and again is restarted later each time, and given up after the fifth time', () =>
  expect(delays(new Restarts(), 5, 5, 5, 5, 5, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, undefined]));

it('one that ran for a minute starts over', () =>
  expect(delays(new Restarts(), 5, 5, 60_000, 5)).toEqual([1_000, 2_000, 1_000, 2_000]));
