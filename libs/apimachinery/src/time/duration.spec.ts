import fc from 'fast-check';
import { formatDuration, parseDurationMs } from './duration.js';

describe('parseDurationMs', () => {
  const cases: [text: string, want: number | undefined][] = [
    ['1h30m', 5_400_000],
    ['24h', 86_400_000],
    ['1.5s', 1_500],
    ['.5s', 500],
    ['2.s', 2_000],
    ['100ms', 100],
    ['250us', 0.25],
    ['250\u00b5s', 0.25],
    ['250\u03bcs', 0.25],
    ['1ns', 0.000001],
    ['-5m', -300_000],
    ['+5m', 300_000],
    ['0', 0],
    ['-0', 0],
    ['0s', 0],
    ['1m1m', 120_000],
    ['2562047h', 9_223_369_200_000],
    ['2562048h', undefined],
    ['', undefined],
    ['-', undefined],
    ['5', undefined],
    ['s', undefined],
    ['.s', undefined],
    ['1d', undefined],
    ['1 s', undefined],
    ['1h 30m', undefined],
    ['1.2.3s', undefined],
    ['--1s', undefined],
    ['1S', undefined],
    [`${'1'.repeat(64)}s`, undefined],
  ];
  for (const [text, want] of cases) {
    it(`reads ${JSON.stringify(text.slice(0, 20))} as ${want}`, () => expect(parseDurationMs(text)).toBe(want));
  }
});

describe('formatDuration', () => {
  const cases: [ms: number, want: string][] = [
    [0, '0s'],
    [5_400_000, '1h30m0s'],
    [3_600_000, '1h0m0s'],
    [60_000, '1m0s'],
    [90_500, '1m30.5s'],
    [1_500, '1.5s'],
    [100, '100ms'],
    [1.5, '1.5ms'],
    [0.25, '250\u00b5s'],
    [0.000001, '1ns'],
    [-300_000, '-5m0s'],
    [86_400_000, '24h0m0s'],
  ];
  for (const [ms, want] of cases) {
    it(`writes ${ms} ms as ${want}`, () => expect(formatDuration(ms)).toBe(want));
  }
  it('rejects a number that is not a duration', () => expect(() => formatDuration(NaN)).toThrow(RangeError));
  it('round-trips', () =>
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 43) + 1, max: 2 ** 43 - 1 }), (ms) =>
        expect(parseDurationMs(formatDuration(ms))).toBe(ms),
      ),
    ));
});
