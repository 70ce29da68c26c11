import fc from 'fast-check';
import { humanAge } from './human-age.js';

const s = 1_000;
const m = 60 * s;
const h = 60 * m;
const d = 24 * h;
const y = 365 * d;

describe('humanAge', () => {
  const cases: [ms: number | undefined, want: string][] = [
    [undefined, '<unknown>'],
    [NaN, '<unknown>'],
    [-2 * s, '<invalid>'],
    [-1_999, '0s'],
    [0, '0s'],
    [5 * s, '5s'],
    [5_999, '5s'],
    [119 * s, '119s'],
    [2 * m, '2m'],
    [3 * m, '3m'],
    [3 * m + 1 * s, '3m1s'],
    [10 * m - 1, '9m59s'],
    [10 * m + 30 * s, '10m'],
    [3 * h - 1, '179m'],
    [3 * h, '3h'],
    [3 * h + 5 * m, '3h5m'],
    [8 * h + 5 * m, '8h'],
    [48 * h - 1, '47h'],
    [2 * d, '2d'],
    [4 * d + 2 * h, '4d2h'],
    [8 * d + 2 * h, '8d'],
    [2 * y - 1, '729d'],
    [2 * y, '2y'],
    [2 * y + 3 * d, '2y3d'],
    [8 * y + 3 * d, '8y'],
    [30 * y, '30y'],
  ];
  for (const [ms, want] of cases) it(`C-080 ${ms} ms is ${want}`, () => expect(humanAge(ms)).toBe(want));

  it('C-080 is always short', () =>
    fc.assert(
      fc.property(fc.nat(2 ** 31), (age) => expect(humanAge(age * 1000)).toMatch(/^\d{1,3}[smhdy](\d{1,3}[smhd])?$/)),
    ));
});
